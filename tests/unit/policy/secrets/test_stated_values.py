"""What a file with secrets states is known by its value; words and examples are not."""

import base64

import pytest

from architect.policy.secrets.redactor import Redactor
from architect.policy.secrets.rules import STATED_VALUE
from architect.policy.secrets.stated_values import stated_values

VALUE = "canary-staging-90125"


@pytest.mark.parametrize(
    "line",
    [
        f"TOKEN={VALUE}",
        f"export API_KEY='{VALUE}'",
        f'  DB_PASSWORD = "{VALUE}"  # of the test server',
        f'  "client_secret": "{VALUE}",',
        f"aws_secret_access_key = {VALUE}",
        f"db.password: {VALUE}",
        f"machine example.org login me password {VALUE}",
        f"db.example.org:5432:app:me:{VALUE}",
    ],
)
def test_a_value_under_a_name_for_secrets_is_one(line: str) -> None:
    assert list(stated_values(f"# mine\nPORT=8080\n{line}\nDEBUG=1\n")) == [VALUE]


@pytest.mark.parametrize(
    "line",
    [
        "NODE_ENV=production",
        "AUTH_PROVIDER=keycloak-2",
        "REGION=eu-central-1",
        "BUILD_SHA=4f2a9c8e7d6b5a4f3e2d1c0b9a8f7e6d5c4b3a2f",
        "KEY_FILE=certs/server-2024.pem",
        "PASSWORD=changeme123!",
        "SECRET_KEY=your-secret-key-1",
        "TOKEN=",
        "TOKEN=short1!",
        "API_KEY=keycloak",
        f"# TOKEN={VALUE}",
    ],
)
def test_what_could_stand_anywhere_is_none(line: str) -> None:
    assert list(stated_values(line)) == []


def test_a_stated_value_is_replaced_wherever_it_comes_out() -> None:
    redactor = Redactor()
    assert redactor.clean(VALUE).text == VALUE
    redactor.learn({".env": [VALUE]})
    encoded = base64.b64encode(VALUE.encode()).decode()
    for text in (VALUE, f"a {VALUE}, b", encoded, VALUE.encode().hex()):
        cleaned = redactor.clean(text)
        assert "redacted:stated-value:" in cleaned.text
        assert [redaction.rule for redaction in cleaned.redactions] == [STATED_VALUE]


def test_what_a_person_agreed_to_show_is_shown_from_then_on() -> None:
    redactor = Redactor()
    redactor.learn({".env": [VALUE], "sub/.env": ["other-staging-55102"]})
    redactor.let_show({".env"})
    assert redactor.clean(VALUE).text == VALUE
    assert redactor.clean("other-staging-55102").redactions
    redactor.learn({".env": [VALUE]})
    assert redactor.clean(VALUE).text == VALUE


def test_what_two_files_state_is_shown_when_both_may_be() -> None:
    redactor = Redactor()
    redactor.learn({".env": [VALUE], ".env.local": [VALUE]})
    redactor.let_show({".env"})
    assert redactor.clean(VALUE).redactions


def test_a_false_alarm_can_be_allowed_and_the_value_of_a_variable_cannot() -> None:
    redactor = Redactor()
    redactor.learn({".env": [VALUE]})
    [redaction] = redactor.clean(VALUE).redactions
    allowing = Redactor(allowed=[redaction.fingerprint])
    allowing.learn({".env": [VALUE]})
    assert allowing.clean(VALUE).text == VALUE
    of_variable = Redactor([VALUE], allowed=[redaction.fingerprint])
    of_variable.learn({".env": [VALUE]})
    of_variable.let_show({".env"})
    assert of_variable.clean(VALUE).redactions
