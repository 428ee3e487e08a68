"""Shows a file of comma-separated values as a table."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/function"
__category__ = "everyday"
__tool_description__ = (
    "Show the rows of a CSV file as a table, sorted or filtered by a column. "
    "Use it for spreadsheets saved as CSV; it reads the file and changes nothing."
)
__requires__ = ["fs.read"]

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "path": {
            "type": "string",
            "minLength": 1,
            "description": "Path of the CSV file, within the project. Example: sales.csv",
        },
        "columns": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Names of the columns to show; all where it is left out. Example: [\"name\", \"price\"]",
        },
        "where": {
            "type": "string",
            "description": "Shows only rows that hold this text in any column. Example: Berlin",
        },
        "sort_by": {
            "type": "string",
            "description": "Name of the column to sort by; numbers sort as numbers. Example: price",
        },
        "descending": {
            "type": "boolean",
            "default": False,
            "description": "Sorts the largest first. Example: true",
        },
        "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 500,
            "default": 20,
            "description": "Rows to show at most. Example: 50",
        },
    },
    "required": ["path"],
    "additionalProperties": False,
}

MOST_BYTES = 50 * 1024 * 1024


def sort_key(text):
    try:
        return (0, float(text.replace(",", "")), "")
    except ValueError:
        return (1, 0.0, text.casefold())


def execute(params, project_path):
    import csv
    from pathlib import Path

    project = Path(project_path).resolve()
    path = (project / params["path"]).resolve()
    if not path.is_relative_to(project):
        return {"success": False, "error": "The file is outside of the project."}
    if not path.is_file():
        return {"success": False, "error": f"There is no file {params['path']}."}
    if path.stat().st_size > MOST_BYTES:
        return {"success": False, "error": "The file is larger than 50 MiB."}
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    if not text.strip():
        return {"success": False, "error": "The file is empty."}
    try:
        dialect = csv.Sniffer().sniff(text[:8192], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    rows = list(csv.DictReader(text.splitlines(), dialect=dialect))
    known = list(rows[0].keys()) if rows else []
    columns = params.get("columns") or known
    missing = [name for name in [*columns, *([params["sort_by"]] if "sort_by" in params else [])] if name not in known]
    if missing:
        return {"success": False, "error": f"There is no column {missing[0]}. There are: {', '.join(map(str, known))}."}
    wanted = params.get("where", "").casefold()
    found = [row for row in rows if any(wanted in str(value or "").casefold() for value in row.values())]
    if "sort_by" in params:
        found.sort(key=lambda row: sort_key(row[params["sort_by"]] or ""), reverse=params["descending"])
    shown = [{name: row[name] for name in columns} for row in found[: params["limit"]]]
    return {"success": True, "data": shown, "output": f"{len(shown)} of {len(found)} rows, {len(known)} columns"}
