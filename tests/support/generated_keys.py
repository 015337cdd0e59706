"""Keys that nobody has, and the ways in which files, programs and commands state them."""

import random
import string

ALPHABETS = {
    "alnum": string.ascii_letters + string.digits,
    "lower": string.ascii_lowercase,
    "upper": string.ascii_uppercase,
    "letter": string.ascii_letters,
    "base36": string.ascii_lowercase + string.digits,
    "base32": string.ascii_uppercase + "234567",
    "base64": string.ascii_letters + string.digits + "+/",
    "base64url": string.ascii_letters + string.digits + "-_",
    "hex": "0123456789abcdef",
    "digit": string.digits,
}

FORMS = {
    "settings": (
        'svcToken="{}"',
        'svcToken = "{}"',
        "svcToken={}",
        "svc_token: {}",
        "svc_token: '{}'",
        '{{"svc_token": "{}"}}',
        '\\{{\\"svc_token\\": \\"{}\\"\\}}',
        '{{"app.ini": "SVC_TOKEN={}\\nBACKUP=true"}}',
        "<svcToken>{}</svcToken>",
        "svc.token={}",
        "SVC_API_KEY_PROD='{}'",
        "some_svc_api_key_123: {}",
        "mySvcSecretString={}",
        '"svc_client_secret": "{}",',
        "svc_secret_key_base: {}",
        "svcToken,{},",
    ),
    "pairs and blocks": (
        '{{\n  "name": "svc_token",\n  "value": "{}"\n}}',
        "- name: SVC_TOKEN\n  value: {}",
        '<add key="SvcToken" value="{}" />',
        "<name>svc.secret.key</name>\n  <value>{}</value>",
        'variable "svc_token" {{\n  default = "{}"\n}}',
        "svc_token: |\n  {}",
        "svc_token: >-\n  {}\nnext: 1",
        "<svcToken>\n    {}\n</svcToken>",
    ),
    "languages": (
        'string svcToken = "{}";',
        'var svcToken string = "{}"',
        'svcToken := "{}"',
        "svcToken := `{}`",
        'var svcToken: String = "{}"',
        'let svc_token: &str = "{}";',
        '$svcToken .= "{}"',
        '$svcToken ??= "{}"',
        '"svcToken" => "{}"',
        ':svc_token => "{}"',
        '#define SVC_TOKEN "{}"',
        "svc_token = '{}'",
        'os.environ["SVC_TOKEN"] = "{}"',
        'os.Setenv("SVC_TOKEN", "{}")',
        'System.setProperty("SVC_TOKEN", "{}")',
        'os.getenv("SVC_TOKEN", "{}")',
        'process.env.SVC_TOKEN || "{}"',
        "process.env.SVC_TOKEN ?? '{}'",
        'os.environ.get("SVC_TOKEN") or "{}"',
        '.svcApiKey("{}")',
        'if svc_token == "{}":',
        "SVC_TOKEN ?= {}",
        "SVC_TOKEN :::= {}",
    ),
    "shells": (
        "export SVC_TOKEN={}",
        "ENV SVC_TOKEN {}",
        "ARG SVC_TOKEN={}",
        "+ENV SVC_TOKEN {}",
        "Dockerfile:3:ENV SVC_TOKEN {}",
        "set -gx SVC_TOKEN {}",
        "setenv SVC_TOKEN {}",
        '$env:SVC_TOKEN = "{}"',
        "${{SVC_TOKEN:-{}}}",
        "svc deploy --svc-token {} --now",
        "svc deploy --api-key={}",
        "docker run -e SVC_TOKEN={} image",
    ),
    "requests": (
        "Authorization: Bearer {}",
        "Authorization: Api-Token {}",
        "'Authorization': '{}'",
        "curl -H 'X-Svc-ApiKey: {}' https://svc.example",
        "https://svc.example/?access_token={}&page=2",
        "//registry.example/:_authToken={}",
        "npm config set //registry.example/:_authToken {}",
        ".npmrc:3://registry.example/:_authToken={}",
    ),
    "passwords": (
        'svc_password = "{}"',
        "PGPASSWORD={} psql",
        "SVC_DB_PASS: {}",
        "ID=svc;password={};",
        "mysql -u root -p{} svc",
        "sshpass -p {} ssh svc",
        "curl -u svc:{} https://svc.example",
        "postgres://svc:{}@db/svc",
    ),
}
"""By family; a key stands where the braces are."""


def any_key(kind: str, size: int, chance: random.Random) -> str:
    """`size` characters of the alphabet that `kind` names."""
    return "".join(chance.choices(ALPHABETS[kind], k=size))
