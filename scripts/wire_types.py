"""Makes the client's types of what travels over the wire from the server's own structs.

python scripts/wire_types.py    # writes src/spielkiste/web/client/src/wire_types.ts
"""

import inspect
from pathlib import Path
from typing import Any, get_args

from msgspec import NODEFAULT, UNSET
from msgspec import inspect as structs

from spielkiste.server import answers, messages

FILE = Path(__file__).parent.parent / "src/spielkiste/web/client/src/wire_types.ts"
HEAD = "// By scripts/wire_types.py from the server's messages.py and answers.py: change those, then `make web`.\n"
ALIASES = {"Run": answers.Run, "Path": answers.Path}  # what is not a struct and yet has a name
SENT = {"Message": messages.Anything}  # by the page
HEARD = {"Answer": answers.Answer, "Frame": answers.Frame}


def typescript() -> str:
    """The whole file."""
    aliases = {name: structs.type_info(type) for name, type in ALIASES.items()}
    blocks = [f"export type Closed = {' | '.join(str(code.value) for code in answers.Closed)};"]
    blocks += [f"export type {name} = {spelled(info, {})};" for name, info in aliases.items()]
    seen: set[type] = set()
    for unions, defaults in ((SENT, True), (HEARD, False)):
        for name, union in unions.items():
            members = [structs.type_info(member) for member in get_args(union)]
            for member in members:
                blocks += interfaces(member, aliases, seen, defaults)
            blocks.append("\n".join([f"export type {name} =", *(f"  | {name_of(member)}" for member in members)]) + ";")
    return "\n".join([HEAD, "\n\n".join(blocks), ""])


def interfaces(info: structs.Type, aliases: dict[str, structs.Type], seen: set[type], defaults: bool) -> list[str]:
    """The struct, and before it those that its fields are made of, each once."""
    blocks: list[str] = []
    if isinstance(info, structs.StructType):
        if info.cls in seen:
            return []
        seen.add(info.cls)
        for field in info.fields:
            blocks += interfaces(field.type, aliases, seen, defaults)
        return [*blocks, interface(info, aliases, defaults)]
    for part in parts_of(info):
        blocks += interfaces(part, aliases, seen, defaults)
    return blocks


def parts_of(info: structs.Type) -> tuple[structs.Type, ...]:
    if isinstance(info, structs.UnionType):
        return tuple(info.types)
    if isinstance(info, structs.ListType | structs.VarTupleType):
        return (info.item_type,)
    if isinstance(info, structs.TupleType):
        return tuple(info.item_types)
    return (info.value_type,) if isinstance(info, structs.DictType) else ()


def interface(info: structs.StructType, aliases: dict[str, structs.Type], defaults: bool) -> str:
    """What has a default may be left out by the page (`defaults`); the server leaves out what is unset."""
    said = inspect.cleandoc(info.cls.__doc__ or "")
    lines = [f"/** {' '.join(said.split())} */"] if said else []
    lines.append(f"export interface {name_of(info)} {{")
    if info.tag_field:
        lines.append(f'  readonly {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        optional = not field.required and (defaults or field.default in (UNSET, NODEFAULT))
        lines.append(f"  readonly {field.encode_name}{'?' if optional else ''}: {spelled(field.type, aliases)};")
    return "\n".join([*lines, "}"])


def name_of(info: structs.Type) -> str:
    assert isinstance(info, structs.StructType)
    return info.cls.__name__


SPELLED: dict[type, str] = {
    structs.StrType: "string",
    structs.IntType: "number",
    structs.FloatType: "number",
    structs.BoolType: "boolean",
    structs.NoneType: "null",
}


def spelled(info: structs.Type, aliases: dict[str, structs.Type]) -> str:
    """A type as TypeScript spells it."""
    for name, alias in aliases.items():
        if info == alias:
            return name

    def inner(kind: structs.Type) -> str:
        return spelled(kind, aliases)

    if isinstance(info, structs.StructType):
        return name_of(info)
    if isinstance(info, structs.LiteralType):
        return " | ".join(quoted(value) for value in info.values)
    if isinstance(info, structs.UnionType):
        return " | ".join(inner(kind) for kind in info.types)
    if isinstance(info, structs.ListType | structs.VarTupleType):
        item = inner(info.item_type)
        return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
    if isinstance(info, structs.TupleType):
        return f"readonly [{', '.join(inner(kind) for kind in info.item_types)}]"
    if isinstance(info, structs.DictType):
        return f"Readonly<Record<{inner(info.key_type)}, {inner(info.value_type)}>>"
    return SPELLED[type(info)]


def quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
