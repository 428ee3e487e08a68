"""Sums up what a folder holds."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/function"
__category__ = "everyday"
__tool_description__ = (
    "Sum up a folder: how many files of each kind it holds, how large they are, and the largest and newest of them. "
    "Use it to find out what takes the room; it reads names and sizes only."
)
__requires__ = ["fs.read"]

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "path": {
            "type": "string",
            "default": ".",
            "description": "Path of the folder, within the project. Example: photos",
        },
        "top": {
            "type": "integer",
            "minimum": 1,
            "maximum": 50,
            "default": 5,
            "description": "How many of the largest and newest files to name. Example: 10",
        },
    },
    "required": [],
    "additionalProperties": False,
}

MOST_FILES = 200_000


def execute(params, project_path):
    import os
    from datetime import datetime, timezone
    from pathlib import Path

    project = Path(project_path).resolve()
    folder = (project / params["path"]).resolve()
    if not folder.is_relative_to(project):
        return {"success": False, "error": "The folder is outside of the project."}
    if not folder.is_dir():
        return {"success": False, "error": f"There is no folder {params['path']}."}
    files, folders, kinds = [], 0, {}
    for at, names, found in os.walk(folder):
        folders += len(names)
        for name in found:
            path = os.path.join(at, name)
            try:
                stat = os.lstat(path)
            except OSError:
                continue
            kind = os.path.splitext(name)[1].lower() or "(none)"
            count, size = kinds.get(kind, (0, 0))
            kinds[kind] = (count + 1, size + stat.st_size)
            files.append((os.path.relpath(path, folder), stat.st_size, stat.st_mtime))
        if len(files) > MOST_FILES:
            return {"success": False, "error": "The folder holds more than 200 000 files. Name one inside of it."}
    top = params["top"]
    largest = sorted(files, key=lambda file: -file[1])[:top]
    newest = sorted(files, key=lambda file: -file[2])[:top]
    by_size = sorted(kinds.items(), key=lambda kind: -kind[1][1])
    day = lambda seconds: datetime.fromtimestamp(seconds, timezone.utc).date().isoformat()
    return {
        "success": True,
        "data": {
            "files": len(files),
            "folders": folders,
            "bytes": sum(file[1] for file in files),
            "kinds": [{"kind": kind, "files": count, "bytes": size} for kind, (count, size) in by_size[:top]],
            "largest": [{"path": path, "bytes": size} for path, size, _ in largest],
            "newest": [{"path": path, "changed": day(changed)} for path, _, changed in newest],
        },
    }
