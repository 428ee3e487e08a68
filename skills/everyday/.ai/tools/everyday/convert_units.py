"""Converts an amount from one unit into another."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/function"
__category__ = "everyday"
__tool_description__ = (
    "Convert an amount between units of length, weight, volume, temperature, speed, area, time or data. "
    "Use it instead of doing the sum yourself; it knows km, mi, kg, lb, l, gal, C, F, km/h, mph, MiB, GB and more."
)
__requires__ = ["fs.read"]

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "amount": {"type": "number", "description": "How much of the first unit. Example: 26.2"},
        "from_unit": {"type": "string", "minLength": 1, "description": "The unit it is in. Example: mi"},
        "to_unit": {"type": "string", "minLength": 1, "description": "The unit it should be in. Example: km"},
    },
    "required": ["amount", "from_unit", "to_unit"],
    "additionalProperties": False,
}

UNITS = {
    "length": {"m": 1, "km": 1000, "cm": 0.01, "mm": 0.001, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048, "in": 0.0254, "nmi": 1852},
    "weight": {"kg": 1, "g": 0.001, "mg": 0.000001, "t": 1000, "lb": 0.45359237, "oz": 0.028349523125, "st": 6.35029318},
    "volume": {"l": 1, "ml": 0.001, "m3": 1000, "gal": 3.785411784, "qt": 0.946352946, "pt": 0.473176473, "cup": 0.2365882365, "floz": 0.0295735295625},
    "speed": {"m/s": 1, "km/h": 1 / 3.6, "mph": 0.44704, "kn": 1852 / 3600},
    "area": {"m2": 1, "km2": 1_000_000, "ha": 10_000, "acre": 4046.8564224, "ft2": 0.09290304, "mi2": 2589988.110336},
    "time": {"s": 1, "min": 60, "h": 3600, "d": 86_400, "week": 604_800},
    "data": {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "bit": 0.125},
}
TEMPERATURES = {"C": (1, 273.15), "F": (5 / 9, 459.67 * 5 / 9), "K": (1, 0)}


def find(unit):
    spelled = unit.strip().removeprefix("°")
    for kind, units in {**UNITS, "temperature": TEMPERATURES}.items():
        exact = [name for name in units if name == spelled]
        alike = [name for name in units if name.lower() == spelled.lower()]
        for name in exact or alike:
            return kind, name
    return None, unit


def execute(params, project_path):
    kind, source = find(params["from_unit"])
    other, target = find(params["to_unit"])
    for found, name in ((kind, source), (other, target)):
        if found is None:
            known = ", ".join(name for units in [*UNITS.values(), TEMPERATURES] for name in units)
            return {"success": False, "error": f"The unit {name} is not known. There are: {known}."}
    if kind != other:
        return {"success": False, "error": f"{source} measures {kind} and {target} measures {other}."}
    amount = params["amount"]
    if kind == "temperature":
        factor, offset = TEMPERATURES[source]
        divisor, back = TEMPERATURES[target]
        result = (amount * factor + offset - back) / divisor
    else:
        result = amount * UNITS[kind][source] / UNITS[kind][target]
    return {"success": True, "data": {"amount": float(f"{result:.10g}"), "unit": target}, "output": f"{amount:g} {source} = {result:.10g} {target}"}
