"""Greets somebody."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/function"
__category__ = "people"
__tool_description__ = "Greet a person by name. Say here what the tool does and when to use it."
__requires__ = ["fs.read"]

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "name": {
            "type": "string",
            "minLength": 1,
            "description": "Whom to greet. Example: Ada",
        },
    },
    "required": ["name"],
    "additionalProperties": False,
}


def execute(params: dict, project_path: str) -> dict:
    return {"success": True, "output": f"Hello, {params['name']}!"}
