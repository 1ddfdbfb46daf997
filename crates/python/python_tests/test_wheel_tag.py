"""The tag of the wheel: which version of the C library the compiled files need."""

import importlib.metadata
import platform
import struct
import sys

import pytest

import multigame
import wheel_tag
from wheel_tag import needed_glibc, platform_tag


def elf(needs, is_wide=True, order="<"):
    """A file with nothing in it but what it needs: versions by the library that has them.

    Sections: none, the texts, the libraries to load, the versions of their symbols.
    """
    texts = b"\0"

    def place(text):
        nonlocal texts
        texts += text.encode() + b"\0"
        return len(texts) - len(text) - 1

    def pack(format, *fields):
        return struct.pack(order + format, *fields)

    dynamic, versions = b"", b""
    for number, (library, names) in enumerate(needs.items(), 1):
        dynamic += pack("QQ" if is_wide else "II", wheel_tag.NEEDED, place(library))
        size = 16 + 16 * len(names)
        following = size if number < len(needs) else 0
        versions += pack("HHIII", 1, len(names), place(library), 16, following)
        for at, name in enumerate(names, 1):
            versions += pack("IHHII", 0, 0, at, place(name), 16 if at < len(names) else 0)

    header = 64 if is_wide else 52
    section = "IIQQQQIIQQ" if is_wide else "IIIIIIIIII"
    bodies = [(0, b""), (3, texts), (wheel_tag.DYNAMIC, dynamic), (wheel_tag.VERSION_NEEDS, versions)]
    table, start = b"", header
    for kind, body in bodies:
        table += pack(section, 0, kind, 0, 0, start, len(body), 1, 0, 0, 0)
        start += len(body)
    fields = (3, 62, 1, 0, 0, start, 0, header, 0, 0, struct.calcsize("=" + section), 4, 1)
    file = b"\x7fELF" + bytes([1 + is_wide, 1 if order == "<" else 2, 1]) + bytes(9)
    file += pack("HHIQQQIHHHHHH" if is_wide else "HHIIIIIHHHHHH", *fields)
    assert len(file) == header
    return file + b"".join(body for _, body in bodies) + table


OF_RUST = {
    "libgcc_s.so.1": ["GCC_3.0", "GCC_4.2.0"],
    "libc.so.6": ["GLIBC_2.9", "GLIBC_2.28", "GLIBC_2.2.5"],
    "ld-linux-x86-64.so.2": ["GLIBC_2.3"],
}


@pytest.mark.parametrize("is_wide", [True, False])
@pytest.mark.parametrize("order", ["<", ">"])
def test_the_newest_version_counts(is_wide, order):
    assert needed_glibc(elf(OF_RUST, is_wide, order)) == (2, 28)


def test_what_no_version_of_glibc_promises_is_not_called_portable():
    assert needed_glibc(elf({"libc.so.6": ["GLIBC_2.9", "GLIBC_PRIVATE"]})) is None
    assert needed_glibc(elf({"libc.so.6": ["GLIBC_2.9"], "libssl.so.3": []})) is None
    assert needed_glibc(elf({"libc.musl-x86_64.so.1": []})) is None
    assert needed_glibc(elf({})) is None
    assert needed_glibc(elf({"libc.so.6": ["GLIBC_2.9", "GLIBC_ABI_DT_RELR"]})) == (2, 36)


def test_a_wheel_has_the_tag_of_the_file_that_needs_most():
    old, new = elf({"libc.so.6": ["GLIBC_2.9"]}), elf({"libc.so.6": ["GLIBC_2.34"]})
    assert platform_tag("linux_x86_64", [old, new]) == "manylinux_2_34_x86_64"
    assert platform_tag("linux_x86_64", [old]) == "manylinux_2_9_x86_64"
    assert platform_tag("linux_x86_64", [elf({"libc.so.6": ["GLIBC_2.2.5"]})]) == "manylinux_2_5_x86_64"
    assert platform_tag("linux_aarch64", [old]) == "manylinux_2_17_aarch64"
    assert platform_tag("linux_x86_64", [new, elf({"libssl.so.3": []})]) == "linux_x86_64"


def test_other_systems_keep_their_tag():
    for tag in ["macosx_11_0_arm64", "win_amd64", "freebsd_14_0_release_amd64"]:
        assert platform_tag(tag, [b"no ELF file"]) == tag
    with pytest.raises(ValueError, match="not an ELF file"):
        platform_tag("linux_x86_64", [b"no ELF file"])


@pytest.mark.skipif(sys.platform != "linux", reason="the tag is about Linux")
def test_the_installed_wheel_says_what_its_extension_needs():
    wheel = importlib.metadata.distribution("multigame").read_text("WHEEL")
    with open(multigame._native.__file__, "rb") as file:
        needed = needed_glibc(file.read())
    name, version = platform.libc_ver()
    if name != "glibc":
        pytest.skip("another C library than glibc")
    assert needed <= tuple(map(int, version.split(".")))
    tag = wheel.split("Tag: cp310-abi3-manylinux_")[1].split()[0].split("_", 2)
    assert needed <= (int(tag[0]), int(tag[1]))
