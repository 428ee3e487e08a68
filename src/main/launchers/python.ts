import { RESULT_PIPE } from '#main/runners/process/result-pipe'

/**
 * Calls `execute(params, project_path)`, which may be async, or else `main(**params)`. Passed with -c, so that no file of ours must be readable in the bundled app or in a sandbox, and so that the wrapper
 * is part of the digest. It runs the very bytes that it hashed. The module's name is registered because dataclasses
 * look there. A forked child must not answer for the tool. What a tool of a package starts finds the modules beside it.
 */
export const PYTHON_WRAPPER = `import sys
if sys.path and sys.path[0] == "": del sys.path[0]
import os, json
def run():
    path, sha256, project = sys.argv[1:4]
    pipe, owner, limit = ${RESULT_PIPE}, os.getpid(), sys.getrecursionlimit()
    os.set_inheritable(pipe, False)
    def deep(work, *args, **options):
        sys.setrecursionlimit(max(limit, 9000))
        try: return work(*args, **options)
        finally: sys.setrecursionlimit(limit)
    def answer(document):
        if os.getpid() != owner: os._exit(0)
        data = memoryview(document.encode("ascii"))
        while data: data = data[os.write(pipe, data):]
    def fail(code, **values):
        answer(json.dumps(dict(values, ok=False, code=code)))
        sys.exit(1)
    def text(error):
        try: return str(error)
        except Exception: return ""
    def plain(value):
        if isinstance(value, (set, frozenset)): return list(value)
        if hasattr(type(value), "__dataclass_fields__"):
            return {name: getattr(value, name) for name in value.__dataclass_fields__}
        if type(value).__str__ is object.__str__ or isinstance(value, (bytes, bytearray, memoryview)) or (
            type(value).__str__ is type(value).__repr__ and callable(value)):
            raise TypeError("a value of type " + type(value).__name__)
        return str(value)
    async def wait(value): return await value
    with open(path, "rb") as file: source = file.read()
    import hashlib
    if hashlib.sha256(source).hexdigest() != sha256: fail("changed", path=path)
    try: params = deep(json.loads, sys.stdin.buffer.read())
    except RecursionError: fail("args-too-deep")
    module = sys.modules["__tool__"] = type(sys)("__tool__")
    module.__file__ = path
    beside = os.path.dirname(path)
    sys.path.insert(0, beside)
    if any(os.path.exists(os.path.join(beside, name)) for name in ("__init__.py", "pyproject.toml")):
        os.environ["PYTHONPATH"] = beside
    sys.argv[:] = [path]
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        execute, main = getattr(module, "execute", None), getattr(module, "main", None)
        if callable(execute):
            shape = getattr(execute, "__code__", None)
            takes_one = shape is not None and shape.co_argcount == 1 and not shape.co_flags & 4
            value = execute(params) if takes_one else execute(params, project)
        elif callable(main):
            shape = getattr(main, "__code__", None)
            count = shape.co_posonlyargcount if shape else 0
            names = shape.co_varnames[:shape.co_argcount] if count else ()
            known = {**dict(zip(names[::-1], (getattr(main, "__defaults__", None) or ())[::-1])), **params}
            unnamed = names[:count] if all(name in known for name in names[:count]) else ()
            named = {name: value for name, value in params.items() if name not in unnamed}
            value = main(*(known[name] for name in unnamed), **named)
        else: fail("no-function", path=path, wanted="execute(params, project_path), main(...)")
        if hasattr(value, "__await__"):
            import asyncio
            value = asyncio.run(wait(value))
    except SystemExit: raise
    except BaseException as error:
        import traceback
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != "<string>"]
        fail("threw", name=type(error).__name__, message=text(error), stack="".join(traceback.format_list(frames[-20:])))
    try: document = deep(json.dumps, {"ok": True, "value": value}, default=plain, allow_nan=False)
    except RecursionError: fail("not-json", reason="it is nested too deeply")
    except Exception as error: fail("not-json", reason=text(error))
    answer(document)
run()`
