"""What a run tells an OpenTelemetry backend, read by a collector that decodes it."""

import json
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import KEY, Talk, provider_environment, read_call, talk
from tests.support.agents_at_work import at_work
from tests.support.command import Project
from tests.support.otlp_server import OtlpServer, Span, Way
from tests.support.provider_server import Behaviour, Call, Judge, ProviderServer, Reply, Status
from tests.support.repository import commit_all, git
from tests.support.team import send, team
from tests.support.until import until

DONE = Reply("All is WELLSAID.", usage=(20, 7, 5))
ON = {"ARCHITECT__TELEMETRY__ENABLED": "true", "ARCHITECT__TELEMETRY__EXPORTER": "otlp"}
TRACE_ID, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
MCP_SERVER = Path(__file__).parents[1] / "support" / "mcp_server.py"


def told(
    project: Project,
    behaviours: Sequence[Behaviour | Judge],
    *flags: str,
    collector: OtlpServer,
    **more: str,
) -> Talk:
    settings = ON | {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_EXPORTER_OTLP_PROTOCOL": collector.way,
    }
    flags = ("--mode", "yolo", *flags)
    return talk(project, behaviours, *flags, settings=settings | more, prompt="do SECRETTASK")


def only(spans: Sequence[Span], name: str) -> Span:
    [found] = [span for span in spans if span.name == name]
    return found


@pytest.mark.parametrize("way", ["grpc", "http/protobuf"])
def test_a_run_is_a_trace_of_its_replies_and_calls(project: Project, way: Way) -> None:
    with OtlpServer(way) as collector:
        calls = [read_call(), read_call("gone.txt", call_id="call_2")]
        talked = told(project, [Reply("Looking.", calls=calls), DONE], collector=collector)
        assert talked.code == 0
        assert "telemetry" not in talked.stderr
        root, first, read, failed, second = collector.spans
    assert [span.name for span in (root, first, read, failed, second)] == [
        "invoke_agent build", "chat m",
        "execute_tool read_file", "execute_tool read_file", "chat m",
    ]  # fmt: skip
    assert root.parent == ""
    assert {span.parent for span in (first, read, failed, second)} == {root.span_id}
    assert len({span.trace_id for span in (root, first, read, failed, second)}) == 1
    assert (root.kind, first.kind, read.kind) == (1, 3, 1)
    assert root.start <= first.start <= first.end <= read.start <= read.end <= root.end
    assert root.resource["service.name"] == "architect"
    session = root.attributes["gen_ai.conversation.id"]
    assert [journal.stem for journal in project.journals] == [session]
    assert root.attributes == {
        "gen_ai.conversation.id": session,
        "gen_ai.agent.name": "build",
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
        "gen_ai.usage.input_tokens": 30,
        "gen_ai.usage.output_tokens": 12,
        "gen_ai.usage.cache_read.input_tokens": 5,
        "architect.span": "architect.session",
        "architect.mode": "yolo",
        "architect.dry_run": False,
        "architect.status": "success",
        "architect.stop_reason": "llm_done",
        "architect.steps": 2,
    }
    assert (
        second.attributes.items()
        >= {
            "gen_ai.operation.name": "chat",
            "gen_ai.conversation.id": session,
            "gen_ai.response.finish_reasons": ["stop"],
            "gen_ai.usage.input_tokens": 20,
            "gen_ai.usage.output_tokens": 7,
            "gen_ai.usage.cache_read.input_tokens": 5,
            "architect.span": "architect.llm.call",
            "architect.purpose": "step",
            "architect.step": 2,
        }.items()
    )
    assert first.attributes["gen_ai.response.finish_reasons"] == ["tool_calls"]
    assert read.attributes == {
        "gen_ai.conversation.id": session,
        "gen_ai.agent.name": "build",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "read_file",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": "call_1",
        "architect.span": "architect.tool.read_file",
        "architect.step": 1,
        "architect.decision.allowed": True,
        "architect.decision.by": "policy",
    }
    assert (failed.attributes["error.type"], failed.status) == ("tool_error", 2)
    assert (read.status, root.status) == (0, 0)


def test_tokens_and_durations_are_measured_and_events_are_logged(project: Project) -> None:
    with OtlpServer() as collector:
        calls = [read_call(), read_call("gone.txt", call_id="call_2")]
        assert told(project, [Reply(calls=calls), DONE], collector=collector).code == 0
        points, logs, spans = collector.points, collector.logs, collector.spans
    model = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
    }
    usage = {
        point.attributes["gen_ai.token.type"]: point
        for point in points
        if point.metric == "gen_ai.client.token.usage"
    }
    assert {kind: (each.total, each.count) for kind, each in usage.items()} == {
        "input": (30, 2), "output": (12, 2),
    }  # fmt: skip
    assert usage["input"].attributes.items() >= model.items()
    [asked] = [point for point in points if point.metric == "gen_ai.client.operation.duration"]
    assert (asked.count, asked.unit) == (2, "s")
    assert asked.attributes.items() >= model.items()
    tools = [point for point in points if point.metric == "gen_ai.execute_tool.duration"]
    assert sorted(point.attributes.get("error.type", "") for point in tools) == ["", "tool_error"]
    [run] = [point for point in points if point.metric == "gen_ai.invoke_agent.duration"]
    assert (run.count, run.attributes["gen_ai.agent.name"]) == (1, "build")
    details = "gen_ai.client.inference.operation.details"
    assert [log.name for log in logs] == [
        "architect.run.started", details, details, "architect.run.finished",
    ]  # fmt: skip
    chats = [span.span_id for span in spans if span.name == "chat m"]
    assert [log.span_id for log in logs if log.name == details] == chats
    assert logs[-1].span_id == spans[0].span_id
    assert logs[-1].attributes.items() >= {"architect.status": "success"}.items()
    assert {log.body for log in logs} == {""}


WRITE = {"path": "deep/PATHNAME.py", "content": "CODEWORD = 1\n"}


def busy(project: Project) -> list[Behaviour | Judge]:
    """Replies in which much happens: edits, a command, a denial, a made-up tool, an explorer."""
    project.write("FILENAME.txt", f"CONTENTWORD\ntoken = {KEY}\n")
    calls = [
        Call("read_file", '{"path": "FILENAME.txt"}', "r"),
        Call("write_file", json.dumps(WRITE), "w"),
        Call("run_command", '{"command": "echo OUTPUTWORD; exit 3"}', "c"),
        Call("run_command", '{"command": "sudo rm -rf /DENIEDPATH"}', "d"),
        Call("no such MADEUP/tool", '{"a": "ARGUMENTWORD"}', "m"),
        send("explore", "find CHILDTASK", "s"),
    ]
    children: Mapping[str, list[Behaviour]] = {"CHILDTASK": [Reply("CHILDANSWER")]}
    first = Reply("REPLYWORD", calls=calls, reasoning="")
    return list(team([first, Reply("All is WELLSAID.")], children))


CONTENT = (
    "SECRETTASK", "FILENAME", "CONTENTWORD", "PATHNAME", "CODEWORD", "OUTPUTWORD", "DENIEDPATH",
    "MADEUP", "ARGUMENTWORD", "CHILDTASK", "CHILDANSWER", "REPLYWORD", "WELLSAID", "GATEWORD",
    "HOOKWORD",
)  # fmt: skip


def configured(project: Project, **settings: Any) -> None:
    folder = project.home / "config" / "architect"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_bytes(json.dumps(settings).encode())


def loud(project: Project) -> None:
    """A gate and a hook that say something."""
    gate = {"name": "GATEWORD gate", "command": "echo GATEWORD", "timeout": 20}
    hook = {"name": "HOOKWORD hook", "command": "echo HOOKWORD"}
    configured(project, guardrails={"quality_gates": [gate]}, hooks={"session_start": [hook]})


@pytest.mark.parametrize("way", ["grpc", "http/protobuf"])
def test_nothing_that_was_asked_read_or_written_is_sent(project: Project, way: Way) -> None:
    loud(project)
    with OtlpServer(way) as collector:
        talked = told(project, busy(project), "--json", collector=collector)
        assert talked.document["steps"] == 2
        octets, spans, logs = collector.octets, collector.spans, collector.logs
    for word in (*CONTENT, KEY, str(project.folder), str(project.home)):
        assert word.encode() not in octets, word
    assert only(spans, "execute_tool other").attributes["error.type"] == "tool_error"
    assert "denied" in {span.attributes.get("error.type") for span in spans}
    names = {log.name for log in logs}
    assert names >= {"architect.tool.decided", "architect.gate.ran", "architect.hook.ran"}
    [denied, *_] = [log for log in logs if log.name == "architect.tool.decided"]
    assert denied.severity == "WARN"
    assert denied.attributes["architect.tool"] == "run_command"


def test_with_content_all_of_it_is_sent_but_for_keys(project: Project) -> None:
    loud(project)
    with OtlpServer() as collector:
        content = {"ARCHITECT__TELEMETRY__CONTENT": "true"}
        told(project, busy(project), collector=collector, **content)
        octets, spans, logs = collector.octets, collector.spans, collector.logs
    for word in CONTENT:
        assert word.encode() in octets, word
    assert KEY.encode() not in octets
    root, chats = spans[0], [span for span in spans if span.name == "chat m"]
    asked = json.loads(root.attributes["gen_ai.input.messages"])
    assert [message["role"] for message in asked] == ["user"]
    assert "do SECRETTASK" in asked[0]["parts"][0]["content"]
    assert json.loads(root.attributes["gen_ai.system_instructions"])[0]["type"] == "text"
    said = json.loads(root.attributes["gen_ai.output.messages"])
    assert said[0]["parts"][0]["content"] == "All is WELLSAID."
    [reply] = json.loads(chats[0].attributes["gen_ai.output.messages"])
    assert (reply["role"], reply["finish_reason"]) == ("assistant", "tool_calls")
    assert [part["type"] for part in reply["parts"]] == ["text", *["tool_call"] * 6]
    assert reply["parts"][2]["arguments"] == WRITE
    last = json.loads(chats[-1].attributes["gen_ai.input.messages"])
    assert [message["role"] for message in last][:6] == ["tool"] * 6
    assert last[0]["parts"][0]["id"] == "r"
    read = only(spans, "execute_tool read_file")
    assert "CONTENTWORD" in read.attributes["gen_ai.tool.call.result"]
    [hook] = [log for log in logs if log.name == "architect.hook.ran"]
    assert "HOOKWORD" in hook.body


def test_an_agent_that_was_sent_out_is_below_the_call(project: Project) -> None:
    read = Call("read_file", '{"path": "a.txt"}', "deep")
    script = team(
        [Reply(calls=[send("explore", "find ONE", "a"), send("explore", "find TWO", "b")]), DONE],
        {"ONE": [Reply(calls=[read]), Reply("one")], "TWO": [Reply("two")]},
    )
    with OtlpServer() as collector:
        assert told(project, script, collector=collector).code == 0
        spans = collector.spans
    by_id = {span.span_id: span for span in spans}
    children = [span for span in spans if span.name == "invoke_agent explore"]
    calls = [by_id[child.parent] for child in children]
    assert [call.name for call in calls] == ["execute_tool dispatch_subagent"] * 2
    assert {call.attributes["gen_ai.tool.call.id"] for call in calls} == {"a", "b"}
    assert {call.parent for call in calls} == {only(spans, "invoke_agent build").span_id}
    deep = only(spans, "execute_tool read_file")
    assert by_id[by_id[deep.parent].parent].attributes["gen_ai.tool.call.id"] == "a"
    assert len({span.trace_id for span in spans}) == 1
    assert len({span.attributes["gen_ai.conversation.id"] for span in spans}) == 1


def test_a_run_in_a_job_with_a_trace_is_part_of_it(project: Project) -> None:
    with OtlpServer() as collector:
        caller = {
            "TRACEPARENT": f"00-{TRACE_ID}-{CALLER}-01",
            "OTEL_SERVICE_NAME": "nightly",
            "OTEL_RESOURCE_ATTRIBUTES": "team=blue,deployment.environment.name=ci",
            "OTEL_EXPORTER_OTLP_HEADERS": "api-key=SUPERSECRETHEADER",
        }
        told(project, [DONE], collector=collector, **caller)
        root = collector.spans[0]
        assert {headers["api-key"] for headers in collector.headers} == {"SUPERSECRETHEADER"}
    assert (root.trace_id, root.parent) == (TRACE_ID, CALLER)
    named = {"service.name": "nightly", "team": "blue", "deployment.environment.name": "ci"}
    assert root.resource.items() >= named.items()


def test_a_caller_that_is_not_sampled_is_respected_and_nonsense_is_not(project: Project) -> None:
    with OtlpServer() as collector:
        unsampled = f"00-{TRACE_ID}-{CALLER}-00"
        told(project, [DONE], collector=collector, TRACEPARENT=unsampled)
        assert collector.spans == []
        assert told(project, [DONE], collector=collector, TRACEPARENT="nonsense").code == 0
        assert collector.spans[0].parent == ""


def test_hooks_and_tools_of_servers_carry_on_the_trace(project: Project) -> None:
    start = [{"name": "start", "command": "echo $TRACEPARENT > start.txt"}]
    before = [
        {"name": "call", "command": "echo $TRACEPARENT > call.txt", "matcher": "words__look_up"}
    ]
    servers = {"words": {"command": sys.executable, "args": [str(MCP_SERVER), "meta"]}}
    hooks = {"session_start": start, "pre_tool_use": before}
    configured(project, hooks=hooks, mcp={"servers": servers})
    look_up = Call("words__look_up", '{"word": "house"}')
    with OtlpServer() as collector:
        talked = told(project, [Reply(calls=[look_up]), DONE], collector=collector)
        spans = collector.spans
    root, call = spans[0], only(spans, "execute_tool words__look_up")
    started, called = project.read("start.txt").strip(), project.read("call.txt").strip()
    assert started.startswith(f"00-{root.trace_id}-{root.span_id}-")
    assert called.startswith(f"00-{root.trace_id}-{call.span_id}-")
    assert int(called[-2:], 16) & 1
    [answer] = talked.results()
    assert json.loads(answer)["traceparent"] == called
    assert call.attributes["mcp.method.name"] == "tools/call"


def test_a_server_on_standard_streams_has_the_trace_of_who_started_us(project: Project) -> None:
    servers = {"words": {"command": sys.executable, "args": [str(MCP_SERVER), "environment"]}}
    configured(project, mcp={"servers": servers})
    look_up = Call("words__look_up", '{"word": "house"}')
    caller = f"00-{TRACE_ID}-{CALLER}-01"
    talked = talk(
        project,
        [Reply(calls=[look_up]), DONE],
        "--mode",
        "yolo",
        settings={"TRACEPARENT": caller},
    )
    assert json.loads(talked.results()[0])["TRACEPARENT"] == caller


def test_without_telemetry_no_hook_and_no_server_hears_of_a_trace(project: Project) -> None:
    hook = {"name": "start", "command": 'echo "<$TRACEPARENT>" > start.txt'}
    servers = {"words": {"command": sys.executable, "args": [str(MCP_SERVER), "meta"]}}
    configured(project, hooks={"session_start": [hook]}, mcp={"servers": servers})
    look_up = Call("words__look_up", '{"word": "house"}')
    talked = talk(project, [Reply(calls=[look_up]), DONE], "--mode", "yolo")
    assert project.read("start.txt") == "<>\n"
    assert "traceparent" not in json.loads(talked.results()[0])


def test_a_key_for_the_collector_reaches_neither_commands_nor_the_journal(project: Project) -> None:
    with OtlpServer() as collector:
        header = {"OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20SUPERSECRETHEADER"}
        reveal = 'echo "<$OTEL_EXPORTER_OTLP_HEADERS>"; echo SUPERSECRETHEADER'
        command = Call("run_command", json.dumps({"command": reveal}))
        script = [Reply(calls=[command]), DONE]
        content = {"ARCHITECT__TELEMETRY__CONTENT": "true"}
        talked = told(project, script, collector=collector, **header, **content)
        assert {each["authorization"] for each in collector.headers} == {"Bearer SUPERSECRETHEADER"}
        sent = collector.octets
    [result] = talked.results()
    assert "<>" in result
    [journal] = project.journals
    for text in (result.encode(), journal.read_bytes(), sent):
        # In a call the model says it itself; what it names is hidden there as well.
        assert b"SUPERSECRETHEADER" not in text


@pytest.mark.parametrize("way", ["grpc", "http/protobuf"])
def test_a_collector_that_is_not_there_costs_two_seconds_and_a_line(
    project: Project, way: Way
) -> None:
    with OtlpServer(way) as gone:
        pass
    began = time.monotonic()
    talked = told(project, [Reply(calls=[read_call()]), DONE], "--json", collector=gone)
    assert time.monotonic() - began < 15
    assert (talked.code, talked.document["status"]) == (0, "success")
    assert talked.document["duration_seconds"] < 2
    lines = [line for line in talked.stderr.splitlines() if "telemetry" in line]
    assert len(lines) == 1
    assert lines[0].startswith("architect: telemetry could not be sent, the run goes on without: ")
    assert "opentelemetry" not in talked.stderr


@pytest.mark.parametrize("way", ["grpc", "http/protobuf"])
def test_a_collector_that_never_answers_does_not_keep_the_run(project: Project, way: Way) -> None:
    with OtlpServer(way, hangs=True) as collector:
        began = time.monotonic()
        # The exporters have something to send while the run is going on.
        often = {"OTEL_BSP_SCHEDULE_DELAY": "1", "OTEL_BLRP_SCHEDULE_DELAY": "1"}
        replies = [*(Reply(calls=[read_call(call_id=f"c{n}")]) for n in range(3)), DONE]
        talked = told(project, replies, "--json", collector=collector, **often)
        assert time.monotonic() - began < 15
        assert collector.arrived.is_set()
    assert (talked.code, talked.document["status"]) == (0, "success")
    assert talked.document["duration_seconds"] < 3
    assert talked.stderr.count("telemetry could not be sent") == 1


def test_quiet_runs_say_nothing_of_it(project: Project) -> None:
    with OtlpServer() as gone:
        pass
    assert told(project, [DONE], "--quiet", collector=gone).stderr == ""


def test_a_model_that_fails_is_an_error_of_chat_and_run(project: Project) -> None:
    with OtlpServer() as collector:
        talked = told(project, [Status(401, body={"error": "no"})], collector=collector)
        assert talked.code == 4
        root, chat = collector.spans
        points = collector.points
    assert (root.status, root.attributes["error.type"]) == (2, "authentication")
    assert (chat.name, chat.status) == ("chat m", 2)
    assert chat.attributes["error.type"] == "authentication"
    assert chat.parent == root.span_id
    [asked] = [point for point in points if point.metric == "gen_ai.client.operation.duration"]
    assert (asked.count, asked.attributes["error.type"]) == (1, "authentication")


def test_a_retry_is_an_event_of_the_chat_span(project: Project) -> None:
    with OtlpServer() as collector:
        busy = Status(503, headers={"Retry-After": "0"})
        retries = {"ARCHITECT__LLM__RETRIES": "1"}
        assert told(project, [busy, DONE], collector=collector, **retries).code == 0
        chat = only(collector.spans, "chat m")
        assert "architect.model.retried" in {log.name for log in collector.logs}
    assert (chat.events, chat.status) == (("architect.model.retried",), 0)


def test_the_newest_conventions_are_used_when_they_are_asked_for(project: Project) -> None:
    with OtlpServer() as collector:
        newest = {"OTEL_SEMCONV_STABILITY_OPT_IN": "http,gen_ai_latest_experimental"}
        told(project, [DONE], collector=collector, **newest)
        root, points = collector.spans[0], collector.points
    metrics = {point.metric: point.total for point in points}
    assert metrics["gen_ai.client.inference.usage.input_tokens"] == 20
    assert metrics["gen_ai.client.inference.usage.output_tokens"] == 7
    assert metrics["gen_ai.client.inference.usage.cache_read.input_tokens"] == 5
    assert "gen_ai.client.inference.duration" in metrics
    assert not {"gen_ai.client.token.usage", "gen_ai.client.operation.duration"} & metrics.keys()
    assert "gen_ai.provider.name" not in root.attributes
    assert "gen_ai.usage.cache_read.input_tokens" not in root.attributes


def test_a_signal_can_be_left_out_or_sent_elsewhere(project: Project) -> None:
    with OtlpServer("grpc") as collector, OtlpServer("http/protobuf") as other:
        elsewhere = {
            "OTEL_METRICS_EXPORTER": "none",
            "OTEL_EXPORTER_OTLP_LOGS_PROTOCOL": "http/protobuf",
            "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": f"{other.url}/my/logs",
        }
        assert told(project, [DONE], collector=collector, **elsewhere).code == 0
        assert collector.spans
        assert collector.logs == []
        assert other.paths == ["/my/logs"]
        assert other.logs


def test_the_configuration_says_where_it_goes_unless_a_variable_does(project: Project) -> None:
    with OtlpServer("http/protobuf") as meant, OtlpServer("grpc") as named:
        where = {
            "enabled": True, "exporter": "otlp", "protocol": "http/protobuf", "endpoint": meant.url,
        }  # fmt: skip
        configured(project, telemetry=where)
        talk(project, [DONE])
        assert sorted(meant.paths) == ["/v1/logs", "/v1/metrics", "/v1/traces"]
        variables = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": named.url,
            "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
        }
        talk(project, [DONE], settings=variables)
        assert len(named.spans) == 2
        assert len(meant.paths) == 3


@pytest.mark.parametrize("exporter", ["file", "json-file"])
def test_a_file_has_lines_of_otlp_in_json(project: Project, exporter: str) -> None:
    file = project.home / "traces" / "runs.jsonl"
    settings = {"enabled": True, "exporter": exporter, "trace_file": str(file)}
    configured(project, telemetry=settings)
    for _ in range(2):
        talked = talk(project, [Reply(calls=[read_call()]), DONE], "--mode", "yolo")
        assert (talked.code, "telemetry" in talked.stderr) == (0, False)
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    kinds = [key for line in lines for key in line]
    assert sorted(kinds) == sorted(["resourceSpans", "resourceLogs", "resourceMetrics"] * 2)
    [line, _] = [line for line in lines if "resourceSpans" in line]
    spans = line["resourceSpans"][0]["scopeSpans"][0]["spans"]
    [root] = [span for span in spans if "parentSpanId" not in span]
    assert root["name"] == "invoke_agent build"
    assert {span["parentSpanId"] for span in spans if span is not root} == {root["spanId"]}
    assert (len(root["traceId"]), len(root["spanId"]), root["kind"]) == (32, 16, 1)
    assert int(root["startTimeUnixNano"]) < int(root["endTimeUnixNano"])
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_console_is_standard_error(project: Project) -> None:
    on = {"ARCHITECT__TELEMETRY__ENABLED": "true"}
    talked = talk(project, [DONE], "--json", settings=on)
    assert talked.document["status"] == "success"
    lines = [json.loads(line) for line in talked.stderr.splitlines() if line.startswith("{")]
    assert {line["name"] for line in lines if "name" in line} == {"invoke_agent build", "chat m"}


def test_a_file_that_cannot_be_written_and_nonsense_are_told_before_the_run(
    project: Project,
) -> None:
    on = {"ARCHITECT__TELEMETRY__ENABLED": "true"}
    file = {"ARCHITECT__TELEMETRY__EXPORTER": "file"}
    cases: list[tuple[dict[str, str], str]] = [
        (file, "telemetry.exporter is file, so telemetry.trace_file has to name one"),
        (file | {"ARCHITECT__TELEMETRY__TRACE_FILE": "a.txt/x"}, "telemetry.trace_file 'a.txt/x':"),
        (ON | {"OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, "PROTOCOL is 'http/json'"),
        ({"OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT": "many"}, "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT"),
        (ON | {"OTEL_EXPORTER_OTLP_TIMEOUT": "soon"}, "one of the OTEL_* variables is wrong"),
        ({"OTEL_TRACES_EXPORTER": "zipkin"}, "OTEL_TRACES_EXPORTER is 'zipkin'"),
        ({"ARCHITECT__TELEMETRY__ENDPOINT": "localhost:4317"}, "telemetry.endpoint"),
    ]
    for settings, message in cases:
        talked = talk(project, [DONE], settings=on | settings)
        assert talked.code == 3, settings
        assert message in talked.stderr
        assert talked.requests == ()


def test_where_the_sdk_is_disabled_nothing_is_sent(project: Project) -> None:
    with OtlpServer() as collector:
        assert told(project, [DONE], collector=collector, OTEL_SDK_DISABLED="true").code == 0
        assert not collector.arrived.is_set()


def test_a_variable_alone_does_not_switch_it_on(project: Project) -> None:
    with OtlpServer() as collector:
        settings = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            "OTEL_TRACES_EXPORTER": "otlp",
        }
        assert talk(project, [DONE], settings=settings).code == 0
        assert not collector.arrived.is_set()


def test_a_project_cannot_switch_it_on_and_can_switch_it_off(project: Project) -> None:
    with OtlpServer() as collector:
        wanted = {"enabled": True, "exporter": "otlp", "endpoint": collector.url, "content": True}
        project.write(".architect.yaml", json.dumps({"telemetry": wanted}))
        talked = talk(project, [DONE])
        assert "telemetry.enabled" in talked.stderr
        assert not collector.arrived.is_set()
        configured(project, telemetry={**wanted, "content": False})
        project.write(".architect.yaml", json.dumps({"telemetry": {"enabled": False}}))
        assert talk(project, [DONE]).code == 0
        assert not collector.arrived.is_set()
        project.write(".architect.yaml", "{}")
        assert talk(project, [DONE]).code == 0
        assert collector.arrived.is_set()


def test_without_the_extra_the_error_says_what_to_install(project: Project) -> None:
    hidden = project.home / "hidden" / "opentelemetry" / "sdk"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_bytes(
        b"raise ModuleNotFoundError(\"No module named 'opentelemetry.sdk'\", "
        b"name='opentelemetry.sdk')\n"
    )
    wrapped = project.home / "hidden" / "sitecustomize.py"
    wrapped.write_bytes(
        b"import opentelemetry, pathlib\n"
        b"here = str(pathlib.Path(__file__).parent / 'opentelemetry')\n"
        b"opentelemetry.__path__ = [here, *opentelemetry.__path__]\n"
    )
    path = {"PYTHONPATH": str(project.home / "hidden")}
    talked = talk(project, [DONE], settings=ON | path)
    assert talked.code == 3
    assert "not installed (no module 'opentelemetry.sdk'): " in talked.stderr
    assert " -m pip install 'opentelemetry-exporter-otlp-proto-grpc<" in talked.stderr
    assert talk(project, [DONE], settings=path).code == 0


def test_review_fix_and_resume_are_told_as_well(project: Project) -> None:
    finding = {
        "path": "a.txt", "line": 1, "severity": "error", "category": "bug",
        "title": "wrong", "detail": "It is wrong.",
    }  # fmt: skip
    report = Reply(calls=[Call("report_finding", json.dumps(finding))])
    with OtlpServer() as collector, ProviderServer([report, DONE, DONE, DONE]) as server:
        environment = provider_environment() | ON
        environment |= {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}
        model = ("--model", "openai/m", "--api-base", f"{server.url}/v1")
        reviewed = project.architect("review", "a.txt", *model, environment=environment)
        assert "wrong" in reviewed.stderr + reviewed.text
        session = project.journals[0].stem
        fixed = project.architect("fix", "--all", *model, environment=environment)
        assert fixed.code in (0, 1, 2), fixed.stderr
        again = project.architect("resume", session, "more", *model, environment=environment)
        assert again.code == 0, again.stderr
        roots = [span for span in collector.spans if not span.parent]
    assert [span.name for span in roots][:1] == ["invoke_agent review"]
    assert len(roots) == 3
    assert roots[2].attributes["gen_ai.conversation.id"] == session


def test_an_interrupted_run_ends_its_spans(project: Project) -> None:
    command = Call("run_command", '{"command": "touch begun; sleep 60"}')
    with OtlpServer() as collector, ProviderServer([Reply(calls=[command])]) as server:
        environment = provider_environment() | ON
        environment |= {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}
        arguments = ("run", "go", "--model", "openai/m", "--api-base", f"{server.url}/v1")
        with project.start(*arguments, "--mode", "yolo", environment=environment) as process:
            until(lambda: (project.folder / "begun").exists(), "the command")
            process.send_signal(signal.SIGINT)
            finished = project.finish(process)
        assert finished.code == 130
        spans = collector.spans
    assert [span.name for span in spans] == [
        "invoke_agent build", "chat m", "execute_tool run_command",
    ]  # fmt: skip
    assert spans[0].attributes["architect.stop_reason"] == "user_interrupt"
    assert spans[2].status == 2


def test_a_run_without_telemetry_imports_nothing_of_it(project: Project) -> None:
    with ProviderServer([DONE]) as server:
        model = ("--model", "openai/m", "--api-base", f"{server.url}/v1")
        with project.start(
            "run",
            "go",
            *model,
            environment=provider_environment(),
            interpreter_flags=("-X", "importtime"),
        ) as process:
            _, stderr = process.communicate(timeout=60)
    assert process.returncode == 0
    imported = {line.rpartition(b"|")[2].strip().decode() for line in stderr.splitlines()}
    assert "architect.bootstrap.run.run_factory" in imported
    ours = ("architect.adapters.telemetry", "architect.bootstrap.telemetry")
    assert not [name for name in imported if name.startswith(("opentelemetry", "grpc", *ours))]


@pytest.mark.parametrize("kind", ["loop", "parallel"])
def test_the_units_of_a_workflow_are_below_its_span(project: Project, kind: str) -> None:
    commit_all(project.folder)
    git(project.folder, "config", "user.name", "A User")
    git(project.folder, "config", "user.email", "user@example.invalid")
    commands = {
        "loop": ("loop", "SECRETTASK", "--check", "test -f no", "--max-iterations", "2"),
        "parallel": ("parallel", "--task", "SECRETTASK one", "--task", "SECRETTASK two"),
    }
    settings = ON | {"OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"}
    with OtlpServer("http/protobuf") as collector:
        settings["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.url
        settings["TRACEPARENT"] = f"00-{TRACE_ID}-{CALLER}-01"
        replies = at_work({"SECRETTASK": [DONE]})
        talked = talk(project, replies, "--mode", "yolo", command=commands[kind], settings=settings)
        spans, octets = collector.spans, collector.octets
    assert "Done" in talked.stderr or "done" in talked.stderr
    whole = only(spans, f"invoke_workflow {kind}")
    assert (whole.trace_id, whole.parent) == (TRACE_ID, CALLER)
    assert whole.attributes["gen_ai.operation.name"] == "invoke_workflow"
    assert whole.attributes["gen_ai.workflow.name"] == kind
    assert whole.attributes["architect.units"] == 2
    assert whole.attributes.get("error.type") == ("workflow_failed" if kind == "loop" else None)
    runs = [span for span in spans if span.name == "invoke_agent build"]
    assert [span.parent for span in runs] == [whole.span_id] * 2
    assert {span.trace_id for span in spans} == {TRACE_ID}
    assert b"SECRETTASK" not in octets
