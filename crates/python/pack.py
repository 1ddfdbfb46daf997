"""Makes the wheel: the extension, the command and the Python files, packed as PEP 427 says.

    python pack.py BUILT WHEELS        # packs what cargo has built into a folder
    pip wheel crates/python            # builds a release first (this file is the build backend)

A wheel holds what two packages of the workspace build, the extension and the command, and both are
built at once, with the same features of their dependencies, so that nothing is compiled twice.
"""

import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import sysconfig
import zipfile

from wheel_tag import platform_tag

try:
    import tomllib
except ModuleNotFoundError:
    sys.exit("multigame: to build the wheel takes Python 3.11 or later; it runs on 3.10, too")

HERE = pathlib.Path(__file__).resolve().parent
EXTENSION = {"darwin": "libmultigame_python.dylib"}.get(sys.platform, "libmultigame_python.so")
COMMAND = "multigame"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """What `pip` calls: builds a release and packs it."""
    packages = ["-p", "multigame-cli", "-p", "multigame-python"]
    workspace = HERE.parent.parent
    subprocess.run(["cargo", "build", "--release", *packages], cwd=workspace, check=True)
    # Cargo takes a relative path from the folder that it runs in.
    target = workspace / os.environ.get("CARGO_TARGET_DIR", "target")
    return pack(target / "release", pathlib.Path(wheel_directory)).name


def pack(built, wheels, level=9):
    """Packs what was built into a folder, and gives the path of the wheel."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    cargo = tomllib.loads((HERE.parent.parent / "Cargo.toml").read_text())
    version = cargo["workspace"]["package"]["version"]
    # Cargo makes it there, and puts it one folder up only if it was asked to build it.
    extension = (built / "deps" / EXTENSION).read_bytes()
    command = (built / COMMAND).read_bytes()
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    # One file for every Python from this one on: the extension uses the stable interface only.
    tag = f"cp310-abi3-{platform_tag(platform, [extension, command])}"
    name = f"multigame-{version}"
    files = {}
    for path in sorted((HERE / "python").rglob("*")):
        if path.suffix in {".py", ".pyi"} or path.name == "py.typed":
            files[path.relative_to(HERE / "python").as_posix()] = path.read_bytes()
    files["multigame/_native.abi3.so"] = extension
    files[f"{name}.data/scripts/{COMMAND}"] = command
    for license_file in project["license-files"]:
        files[f"{name}.dist-info/licenses/{license_file}"] = (HERE / license_file).read_bytes()
    files[f"{name}.dist-info/METADATA"] = metadata(project, version).encode()
    files[f"{name}.dist-info/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: multigame\nRoot-Is-Purelib: false\nTag: {tag}\n"
    ).encode()
    record = f"{name}.dist-info/RECORD"
    files[record] = "".join(map(entry, files.items())).encode() + f"{record},,\n".encode()
    wheels.mkdir(parents=True, exist_ok=True)
    wheel = wheels / f"{name}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for path, data in files.items():
            info = zipfile.ZipInfo(path)
            mode = 0o755 if "/scripts/" in path or path.endswith(".so") else 0o644
            info.external_attr = (0o100000 | mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=level)
    return wheel


def entry(item):
    """The line of the record for a file."""
    path, data = item
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(data)}\n"


def metadata(project, version):
    """What the index and `pip` read about the package."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        f"License-Expression: {project['license']}",
    ]
    lines += [f"License-File: {path}" for path in project["license-files"]]
    lines += [f"Classifier: {it}" for it in project["classifiers"]]
    lines += [f"Requires-Dist: {it}" for it in project["dependencies"]]
    for extra, needs in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {it} ; extra == '{extra}'" for it in needs]
    lines += ["Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(pack(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), level=1))
