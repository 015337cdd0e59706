"""What a file with secrets states is known by its value; words and examples are not."""

import base64

import pytest
from tests.support.table import table

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


UUID = "0b4a9d3e-1f6e-4d53-9f3c-0c6a4a3f8f11"

STATED = [
    (f"API_KEY={UUID}", UUID),
    ("API_KEY_PROD=plain-but-long-enough-to-tell", "plain-but-long-enough-to-tell"),
    ("mySecretString: xqzvbnmwrtplkjhg", "xqzvbnmwrtplkjhg"),
    ("DB_PASSWORD=correcthorsebatterystaple", "correcthorsebatterystaple"),
    ('PASSPHRASE="correct horse battery staple"', "correct horse battery staple"),
    ("SECRET_PHRASE=correct horse battery staple", "correct horse battery staple"),
    ("JWT_SECRET=rabbit99", "rabbit99"),
    ("DB_PASS='Sunny#Day'", "Sunny#Day"),
    ("STRIPE=zX8qLm3vRt6yBn1wKc4pHd9s", "zX8qLm3vRt6yBn1wKc4pHd9s"),
    ("DATABASE_URL=postgres://app:rabbit-hole-7@db/app", "rabbit-hole-7"),
    ("DATABASE_URL=postgres://app:p%40rabbit7@db/app", "p@rabbit7"),
    (f"//registry.example/:_authToken={UUID}", UUID),
    ("_auth=Ym90OnJhYmJpdC1ob2xlLTc=", "Ym90OnJhYmJpdC1ob2xlLTc="),
    (f'{{"id": 1, "token": "{UUID}"}}', UUID),
    ('{"client_secret":"rabbit-hole-7","uri":"x"}', "rabbit-hole-7"),
    ("set -gx GH_TOKEN rabbit-hole-7-up", None),
]


@table(("line", "value"), STATED)
def test_whatever_stands_under_a_name_for_secrets_is_one(line: str, value: str | None) -> None:
    stated = list(stated_values(f"PORT=8080\n{line}\n"))
    assert stated == [] if value is None else value in stated


NOT_STATED = [
    "APP_NAME=my-cool-application",
    "DB_PASSWORD=development",
    "DB_PASSWORD=app_development",
    "SESSION_SECRET=0123456789",
    "API_TOKEN_URL=https://svc.example/oauth/token",
    "AUTH_ENDPOINT_KEY=https://svc.example/keys",
    "DATABASE_URL=postgres://db.example/app",
    "PASSWORD=${VAULT_PASSWORD}",
    "SECRET_KEY_FILE=/run/secrets/server-key-2",
    "SECRET_KEY=/run/secrets/server-key",
    "TOKEN=<your token here>",
    "PASSWORD=password123",
    f"REQUEST_ID={UUID}",
    "GIT_SHA=4f2a9c8e7d6b5a4f3e2d1c0b9a8f7e6d5c4b3a2f",
    "TOKEN_TTL=86400000",
]


@table("line", NOT_STATED)
def test_words_numbers_and_addresses_are_none(line: str) -> None:
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
