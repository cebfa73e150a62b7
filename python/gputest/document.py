"""One result file of the program: JSON, checked against the program's schema."""

from __future__ import annotations

import functools
import importlib.resources
import json
import math
from dataclasses import dataclass
from typing import Any, NoReturn

import jsonschema

from gputest.errors import GputestError, printable

Json = dict[str, Any]

_LONGEST = 120  # characters that a value may take in a sentence


@dataclass(frozen=True)
class Document:
    """A result file."""

    name: str
    """Its name in sentences and in the frame's column `file`."""
    json: Json
    """Its whole content."""

    @property
    def rows(self) -> list[Json]:
        """Its rows, as in the JSON."""
        rows: list[Json] = self.json["results"]
        return rows


def no_result(name: str, why: str) -> GputestError:
    """The error for a file that is not a valid result."""
    return GputestError(f"{printable(name)} is not a result of gputest: {why}")


def shortened(value: object) -> str:
    """A value of a file, for a sentence."""
    text = printable(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


@functools.cache
def schema() -> Any:
    """The schema of results; `gputest schema` prints it too."""
    text = importlib.resources.files("gputest").joinpath("result.schema.json").read_text("utf-8")
    return json.loads(text)


@functools.cache
def _validator() -> Any:
    return jsonschema.Draft202012Validator(schema())


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:_LONGEST]} is too large")
    return value


def _bounded(text: str) -> int:
    if len(text) > 20 or abs(value := int(text)) >= 2**63:
        raise ValueError(f"the number {text[:_LONGEST]} is too large")
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _check_schema(name: str, document: Json) -> None:
    error = jsonschema.exceptions.best_match(_validator().iter_errors(document))
    if error is None:
        return
    where = error.json_path.removeprefix("$").removeprefix(".")
    rule = error.validator if error.validator_value in (True, False) else (
        f"{error.validator} {shortened(error.validator_value)}")
    raise no_result(
        name,
        f"{printable(where) or 'it'} is {shortened(error.instance)}, which the schema of results "
        f"does not permit ({rule})",
    )


def parse(name: str, data: bytes) -> Document:
    """Parses a result. There is no schema for version 1 any more, so in such results only the values that
    the frame uses are checked.

    :raises GputestError: the bytes are not a valid result.
    """
    try:
        text = data.decode("utf-8")
        if not text.strip():
            raise no_result(name, "it is empty")
        document = json.loads(
            text, parse_constant=_refuse, parse_float=_finite, parse_int=_bounded
        )
        json.dumps(document, ensure_ascii=False).encode("utf-8")  # "\ud800" is half a character
    except RecursionError:
        raise no_result(name, "its nesting is too deep") from None
    except UnicodeError:
        raise no_result(name, "it is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise no_result(
            name, f"line {error.lineno}, column {error.colno}: {printable(error.msg)}"
        ) from None
    except ValueError as error:
        raise no_result(name, printable(error)) from None
    if not isinstance(document, dict) or "schema_version" not in document:
        raise no_result(name, "it has no schema_version")
    version = document["schema_version"]
    if version == 1 and not isinstance(version, bool):
        if not isinstance(document.get("results"), list):
            raise no_result(name, "it has no list of results")
        if not all(isinstance(row, dict) for row in document["results"]):
            raise no_result(name, "a row of its results is not an object")
    elif version == 2:
        _check_schema(name, document)
    else:
        raise GputestError(
            f"{printable(name)} has schema version {shortened(version)}, not 1 or 2"
        )
    return Document(name, document)
