"""How often the map, or one call of code_map, names the file that answers a question.

The questions were written before anything was tuned; those in `further_questions.json` are about a
tree that nothing was tried on before. The trees are downloaded:
`python benchmarks/code_map/evaluate.py`.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

import tree_sitter

from architect.adapters.process.own_program import own_program
from architect.adapters.symbols.index_file import IndexFile
from architect.adapters.symbols.index_job import IndexJob, job_json
from architect.adapters.symbols.lookups import answers, overview
from architect.domain.code_map.question import question_of
from architect.domain.code_map.shown_map import shown_map

HERE = Path(__file__).parent
TOKENS = 1_500


def fetched(fetch: list[str], folder: Path) -> Path:
    """The sources of a package of PyPI or npm, unpacked below `folder`."""
    kind, package, pattern = fetch
    if kind == "npm":
        command = ["npm", "pack", "--silent", package]
    else:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", package]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=300)
    with tarfile.open(next(folder.glob(pattern))) as archive:
        archive.extractall(folder, filter="data")
    return next(one for one in folder.iterdir() if one.is_dir())


def built(root: Path, place: Path) -> IndexFile:
    """The index of `root`, built by the program that runs start."""
    site = Path(tree_sitter.__file__).parent.parent
    job = job_json(IndexJob(str(root), str(place), 1_000_000))
    program = (*own_program("architect.adapters.symbols.index_build"), site)
    subprocess.run(program, input=job, check=True, timeout=600)
    return IndexFile.open_to_read(place)


def evaluate(name: str, tree: dict[str, Any], folder: Path) -> tuple[int, int, int]:
    """How many questions the map, the tool, and one of both answer; each miss is printed."""
    folder.mkdir()
    root = fetched(tree["fetch"], folder).resolve()
    began = time.perf_counter()
    index = built(root, folder / "index.db")
    print(f"{name}: built in {time.perf_counter() - began:.1f} s")
    in_map = in_tool = in_either = 0
    for text, files in tree["questions"]:
        question = question_of(text)
        mapped = shown_map(overview(index, question, ()), tokens=TOKENS).split("\n")
        told = shown_map(answers(index, question), tokens=TOKENS).split("\n")
        by_map, by_tool = (any(file in lines for file in files) for lines in (mapped, told))
        in_map, in_tool = in_map + by_map, in_tool + by_tool
        in_either += by_map or by_tool
        if not (by_map or by_tool):
            print(f"  missed: {text}")
    index.close()
    return in_map, in_tool, in_either


def main() -> None:
    for questions in ("questions.json", "further_questions.json"):
        trees: dict[str, Any] = json.loads((HERE / questions).read_bytes())
        asked = sum(len(tree["questions"]) for tree in trees.values())
        with tempfile.TemporaryDirectory() as folder:
            found = [evaluate(name, tree, Path(folder) / name) for name, tree in trees.items()]
        maps, tools, either = (sum(column) for column in zip(*found, strict=True))
        print(f"{questions}: of {asked}, map {maps}, code_map {tools}, one of both {either}")


if __name__ == "__main__":
    main()
