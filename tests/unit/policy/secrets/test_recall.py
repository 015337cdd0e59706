"""What names say is a key is found in every form, and what only looks like it is left alone."""

import random
import uuid

from tests.support.generated_keys import FORMS, any_key
from tests.support.table import table

from architect.policy.secrets.names import Kind, kind_of
from architect.policy.secrets.randomness import surplus_bits
from architect.policy.secrets.redactor import Redactor

KINDS = ("alnum", "lower", "upper", "letter", "base36", "base64url", "hex")
SIZES = (16, 20, 24, 32, 40)
ALL_FORMS = [form for forms in FORMS.values() for form in forms]


def shows(text: str, key: str) -> bool:
    return key in Redactor().clean(text).text


@table("form", ALL_FORMS)
def test_of_random_keys_at_most_2_of_100_are_missed_in_any_form(form: str) -> None:
    chance = random.Random(form)
    keys = [any_key(kind, size, chance) for kind in KINDS for size in SIZES for _ in range(6)]
    missed = [key for key in keys if shows(form.format(key), key)]
    assert len(missed) <= len(keys) * 0.02, missed


@table(("kind", "size"), [(kind, size) for kind in KINDS for size in SIZES])
def test_of_random_keys_at_most_2_of_100_are_missed_of_any_kind(kind: str, size: int) -> None:
    chance = random.Random(f"{kind} {size}")
    keys = [any_key(kind, size, chance) for _ in range(400)]
    missed = [key for key in keys if shows(f'API_KEY="{key}"', key)]
    assert len(missed) <= len(keys) * 0.02, missed


OWN_FORMS = [form for form in ALL_FORMS if form not in FORMS["passwords"]]


@table("form", OWN_FORMS)
def test_a_uuid_is_a_key_under_the_name_of_one(form: str) -> None:
    key = str(uuid.UUID(int=random.Random(form).getrandbits(128), version=4))
    assert not shows(form.format(key), key)


CODE = [
    "token = tokenizer.next_token(self.stream)",
    "const apiKeyHeader = 'x-goog-api-key'",
    'signing_key_env: "SIGNING_KEY_VARIABLE"',
    "user_api_key_org_id=user_api_key_org_id",
    "import { ResetPasswordInputsV2, SignInInputsV2 } from './types'",
    "requestedPasswordAttribute: SignUpAttributeV2",
    "auth: httpx.Auth | None = None",
    "api_key: AzureAIApiKeyCredentialV2,",
    'public_key = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4f5wg2"',
    "PASSWORD_HASHER = 'django.contrib.auth.hashers.PBKDF2PasswordHasher'",
    "password: '^(?=.*[A-Z])(?=.*\\\\d).{8,}$'",
    'password = "hunter2-hunter2"',
    "assert user.password == 'P@ssw0rd123'",
    "new_password = faker.password(length=12)",
    "<input type='password' autocomplete='new-password' id='login-form-password2'>",
    "token: 'syntax.keyword.control2'",
    'const keyStr = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"',
    "csrf_token = 'Mj2qykJO5rELyHgezQ69nzUX0i3OH67V'",
    '"NextContinuationToken": "1w41l63U0xa8q7smH50vCxyTQqdxo69O3EmK28Bi5P"',
    "credentialsId: '29f63271-dc2f-4734-8221-5b31b5169bac'",
    "<UserSecretsId>79a3edd0-2092-40a2-a04d-dcb46d5ca9ed</UserSecretsId>",
    "cache_key = '6fe4476ee5a1832882e326b506d14126'",
    "hf_transformersModelConfigurationForCausalLanguageModels(config)",
    "assets/images/logo-ico-6fe4476ee5a1832882e326b506d14126.png",
    "static/key-6fe4476ee5a1832882e326b506d14126.css",
    'SRCREV_moby = "43fc912ef59a83054ea7f6706df4d53a7dea4d80"',
    "golang.org/x/oauth2 v0.15.0 h1:s8pnnxNVzjWyrvYdFUQq5llS1PX2zhPXmccZv99h7uQ=",
    "actions/checkout@8ade135a41bc03ea155e62e844d188df1ea18608 # v4",
    "password:\n/home/User1/project_X2",
    "src/login.ts:3:  const password\nsrc/Session9.ts:7:const passwordField2 = 1",
    "API_KEY=\nOTHER_VALUE_2=zX8q\n",
    "secret:\n  secretName: app-Decryption-secret2\n",
    "curl -u user:password https://svc.example",
    "mkdir -p src/Components/navigation2",
    "docker run -u 1000:1000 -p 8080:80 image",
    "getToken('499b84ac-1321-427f-aa17-267ca6975798')",
    'e.id_token||"",this.cryptoObj.base64Decode,n.correlationId',
    "basic_auth = HTTPBasicAuth(username, password2)",
]


@table("text", CODE)
def test_source_that_speaks_of_keys_is_left_alone(text: str) -> None:
    assert Redactor().clean(text).text == text


NAMES = {
    Kind.KEY: "token TOKEN auth secrets credentials",
    Kind.OWN_KEY: "API_KEY_PROD some_api_token_123 mySecretString theapikeyforfoo X-Octopus-ApiKey"
    " GH_TOKEN authtoken user_auth STRIPE_KEY signing_key FRONT_END_API_KEY spring.app.secret-key",
    Kind.PASSWORD: "password DB_PASS db.password dbPassword PGPASSWORD userPwd passphrase",
    None: "tokenizer secretary passwordless bypass compass keyboard monkey cache_key CACHE_KEY"
    " primary_key public_key publicKeyToken csrf_token next_page_token token_url TOKEN_TTL"
    " secret_name passwordHash password_min_length api_key_id getToken isPassword author",
}


@table(("kind", "name"), [(kind, name) for kind, names in NAMES.items() for name in names.split()])
def test_names_say_what_has_to_stay_secret(kind: Kind | None, name: str) -> None:
    assert kind_of(name) is kind


@table(
    "text", ["", "-", "aaaaaaaaaaaaaaaaaaaa", "....", "ключ-от-квартиры", "\0\0\0\0\0\0", "=" * 99]
)
def test_what_has_hardly_a_character_is_not_random(text: str) -> None:
    assert surplus_bits(text) <= 0
