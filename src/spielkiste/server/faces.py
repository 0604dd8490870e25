"""What the computer's players look like: portraits of plain shapes with dark outlines, like the boards."""

from functools import cache

from spielkiste.server.characters import CHARACTERS, Character

INK = "#33291f"
SKINS = ("#f6d7bd", "#e8b98f", "#c98f63", "#8d5a3a", "#fbe3cf")
HAIRS = ("#4a3424", "#7a4a22", "#c9973f", "#b5483a")
GREYS = ("#a8a298", "#e9dcc3")
SHIRTS = ("#b5483a", "#3f6f8f", "#4d7a4a", "#c9973f", "#76507f")

# In the pieces, {hair} and the like are a colour with an outline, {line} is a line without a filling.
SHOULDERS = '<path d="M10 64q1-13 14-14h16q13 1 14 14z" {shirt}/>'
HEAD = '<ellipse cx="32" cy="33" rx="15" ry="17" {skin}/>'
EYES = '<path d="M26 33h0M38 33h0" {line} stroke-width="4"/>'
SMILE = '<path d="M26.500 41q5.500 4.500 11 0" {line} stroke-width="2"/>'
CUTS = {
    "bald": '<path d="M17.500 30q0-5 3-9M46.500 30q0-5-3-9" {lock}/>',
    "short": '<path d="M17 30q-1-17 15-17t15 17q-4-9-15-9t-15 9z" {hair}/>',
    "tuft": '<path d="M17 29q0-15 13-16l3-6 3 6q12 2 11 16q-5-8-15-8t-15 8z" {hair}/>',
    "parting": '<path d="M17 31q-2-18 14-18 17 0 16 18-2-8-7-9-10 2-16-2-6 4-7 11z" {hair}/>',
    "bob": '<path d="M15 44q-4-32 17-32t17 32q-4 2-5-1 2-14-3-20-9 3-18 0-5 6-3 20-1 3-5 1z" {hair}/>',
    "bunches": '<circle cx="13" cy="27" r="6" {hair}/><circle cx="51" cy="27" r="6" {hair}/>'
    '<path d="M17 30q-1-17 15-17t15 17q-5-8-15-9-10 1-15 9z" {hair}/>',
    "plait": '<path d="M47 28q6 8 2 20l-4-2q2-8-1-14z" {hair}/>'
    '<path d="M17 31q-2-18 15-18t15 17q-7-3-10-9-8 8-20 10z" {hair}/>',
    "bun": '<circle cx="32" cy="9" r="6" {hair}/><path d="M17 31q-1-17 15-17t15 17q-4-8-15-8t-15 8z" {hair}/>',
    "curls": '<path d="M17 32q-5-3-2-8-2-6 4-7 2-6 8-4 5-4 10 0 6-2 8 4 6 1 4 7 3 5-2 8'
    '-2-8-8-9-7 2-14 0-6 2-8 9z" {hair}/>',
    "wild": '<path d="M17 33l-6-4 4-3-4-6h6l-1-6 6 2 2-6 5 4 3-5 4 5 5-4 2 6 6-2-1 6h5l-3 6 4 3-6 4'
    'q-1-10-5-12-10 2-19 0-3 2-3 12z" {hair}/>',
    "cap": '<path d="M16 27q1-15 16-15t16 15q-16-5-32 0z" {shirt}/><path d="M40 25q10 0 15 4-8 2-17-1z" {shirt}/>',
}
EXTRAS = {
    "": SMILE,
    "freckles": SMILE + '<path d="M22 38h0M24.500 40h0M42 38h0M39.500 40h0" {line} stroke-width="2" opacity=".4"/>',
    "gap": '<path d="M26 40.500h12q-1 5-6 5t-6-5z" {teeth}/><path d="M32 41v2.500" {line} stroke-width="2"/>',
    "glasses": SMILE + '<circle cx="26" cy="33" r="5" {line}/><circle cx="38" cy="33" r="5" {line}/>'
    '<path d="M31 33h2" {line}/>',
    "reading": SMILE + '<path d="M21 34h10q0 5-5 5t-5-5zM33 34h10q0 5-5 5t-5-5zM31 34.500h2" {line}/>',
    "beard": '<path d="M17.500 36q0 15 14.500 16 14.500-1 14.500-16-5 3-8 3-6.500-2-13 0-3 0-8-3z" {hair}/>'
    '<path d="M27 43q5 3 10 0" {line} stroke-width="2"/>',
    "moustache": SMILE + '<path d="M32 38q-5-3-9 2 5 1 9-1 4 2 9 1-4-5-9-2z" {hair}/>',
    "stubble": SMILE + '<path d="M23 43h0M26 46h0M32 48h0M38 46h0M41 43h0" {line} stroke-width="2" opacity=".4"/>',
    "earrings": SMILE + '<circle cx="17" cy="42" r="2.500" {gold}/><circle cx="47" cy="42" r="2.500" {gold}/>',
}  # fmt: skip


def filled(colour: str) -> str:
    return f'fill="{colour}" stroke="{INK}" stroke-width="2" stroke-linejoin="round"'


@cache
def face(character: Character) -> str:
    """A portrait; its colours follow from the place among all, grey hair from the years at the table."""
    k = CHARACTERS.index(character)
    hairs = GREYS if character.level == 5 or character.extra == "moustache" else HAIRS
    hair = hairs[k % len(hairs)]
    colours = {
        "skin": filled(SKINS[k * 2 % len(SKINS)]),
        "hair": filled(hair),
        "lock": f'fill="none" stroke="{hair}" stroke-width="4" stroke-linecap="round"',
        "shirt": filled(SHIRTS[(k + character.level) % len(SHIRTS)]),
        "gold": filled("#c9973f"),
        "teeth": filled("#fff"),
        "line": f'fill="none" stroke="{INK}" stroke-linecap="round"',
    }
    pieces = SHOULDERS + HEAD + CUTS[character.hair] + EYES + EXTRAS[character.extra]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{pieces.format(**colours)}</svg>'
