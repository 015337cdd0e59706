from architect.bootstrap.run.credentials import Credentials
from architect.config.schema import Config


def test_keys_in_extra_headers_are_neither_recorded_nor_shown() -> None:
    headers = {"cf-aig-authorization": "Bearer gateway-key-17", "X-Team": "t1"}
    config = Config.model_validate(
        {"llm": {"extra_headers": headers, "extra_body": {"user": "user-4711"}}}
    )
    told = Credentials({}).redactor(config).clean("refused: gateway-key-17 of team t1").text
    assert "gateway-key-17" not in told
    assert "team t1" in told
    shown = str(config.model_dump(mode="json")) + repr(config)
    assert "gateway-key-17" not in shown
    assert "user-4711" not in shown
    assert "cf-aig-authorization" in shown
