"""Writes assets/type/special-gothic.json: the outlines of the house's letters as SVG paths, for covers.

Covers are drawn on machines without fonts, so that text is set from outlines. Run it again when the font
package changes: `pip install fonttools brotli`, then `python3 tools/letters.py` in the root of the repository.

Per weight: for each character its advance and its path in font units (y down), and kerning by pair.
"""

import json
import pathlib

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ROOT / "node_modules/@fontsource-variable/special-gothic/files"
# The narrower file first: what both have is taken from it.
SUBSETS = ("latin", "latin-ext")
WEIGHTS = (500, 700)
# Kerning below this is not seen at the sizes of a cover. Units of the font.
LEAST_KERN = 20


def kerning(font):
    """Horizontal kerning of glyph pairs, from every pair adjustment of the font."""
    pairs = {}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 2:
                continue
            firsts = table.Coverage.glyphs
            if table.Format == 1:
                for first, group in zip(firsts, table.PairSet):
                    for record in group.PairValueRecord:
                        value = record.Value1 and getattr(record.Value1, "XAdvance", 0)
                        pairs.setdefault((first, record.SecondGlyph), value or 0)
                continue
            first_class, second_class = table.ClassDef1.classDefs, table.ClassDef2.classDefs
            seconds = font.getGlyphOrder()
            for first in firsts:
                row = table.Class1Record[first_class.get(first, 0)].Class2Record
                for second in seconds:
                    value = row[second_class.get(second, 0)].Value1
                    pairs.setdefault((first, second), (value and getattr(value, "XAdvance", 0)) or 0)
    return pairs


def letters(weight):
    glyphs, kern = {}, {}
    for subset in SUBSETS:
        font = TTFont(FILES / f"special-gothic-{subset}-wght-normal.woff2")
        font = instantiateVariableFont(font, {"wght": weight})
        names = {
            name: chr(code)
            for code, name in font.getBestCmap().items()
            if chr(code).isprintable() and code not in (0x304, 0x308, 0x329)
        }
        outlines = font.getGlyphSet()
        for name, character in names.items():
            if character in glyphs:
                continue
            pen = SVGPathPen(outlines, ntos=lambda value: str(round(value)))
            outlines[name].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
            glyphs[character] = [round(outlines[name].width), pen.getCommands()]
        for (first, second), value in kerning(font).items():
            if abs(value) >= LEAST_KERN and {first, second} <= names.keys():
                kern.setdefault(names[first] + names[second], value)
    return {"glyphs": glyphs, "kern": kern}


if __name__ == "__main__":
    table = {"unitsPerEm": 1000, "weights": {str(weight): letters(weight) for weight in WEIGHTS}}
    target = ROOT / "assets/type/special-gothic.json"
    target.write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n")
