# A whole conversation with `qtmcp serve` through the Python SDK, in one era of the protocol and over one transport:
# `conversation.py legacy|modern URL` or `conversation.py legacy|modern COMMAND ARGUMENT…`. The app behind the server is
# the Widgets gallery. Every step asserts; the last line says how many were taken.

import base64
import json
import os
import re
import sys
from contextlib import asynccontextmanager

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.subscriptions import ResourceUpdated, ToolsListChanged
from mcp_types import ResourceUpdatedNotification, ToolListChangedNotification

# Longer than anything here takes on a busy machine.
PATIENCE = 20
INVALID_PARAMS = -32602
RESOURCE_NOT_FOUND = -32002
ERAS = {"legacy": ("legacy", "2025-11-25"), "modern": ("auto", "2026-07-28")}
SESSION_TOOLS = {"launch_app", "list_apps", "select_app", "close_app", "app_status", "set_mode"}
REF = re.compile(r"\[(?:ref_)?(\d+)\]")
PNG = b"\x89PNG\r\n\x1a\n"


class Conversation:
    """One client, and what it is told without asking."""

    def __init__(self, era, target):
        mode, self.version = ERAS[era]
        self.is_legacy = era == "legacy"
        self.told, self.hears = anyio.create_memory_object_stream(1000)
        self.client = Client(target, mode=mode, message_handler=self.hear, read_timeout_seconds=60)

    async def hear(self, message):
        if isinstance(message, Exception):
            raise message
        self.told.send_nowait(message)

    async def names(self):
        listed = await self.client.list_tools(cache_mode="bypass")
        return [tool.name for tool in listed.tools]

    async def call(self, name, **arguments):
        """A call that must succeed."""
        result = await self.client.call_tool(name, arguments)
        assert not result.is_error, f"{name} {arguments}: {result}"
        return result

    async def value(self, name, **arguments):
        """What a tool answers that answers with JSON, which its text must say too."""
        result = await self.call(name, **arguments)
        texts = [block.text for block in result.content]
        assert json.loads(texts[0]) == result.structured_content, result
        return result.structured_content

    async def fault(self, name, **arguments):
        """The code of a call that must fail with a fault; model and program are told the same."""
        result = await self.client.call_tool(name, arguments)
        assert result.is_error, f"{name} {arguments} should fail: {result}"
        said = result.structured_content
        assert said["message"] in result.content[0].text and said["next"] in result.content[0].text, result
        return said["code"], said["next"]

    @asynccontextmanager
    async def changes(self, *, tools=False, resources=()):
        """Yields a function that waits until a change is told of: `None` for the tools, else a resource's address."""
        if not self.is_legacy:
            async with self.client.listen(tools_list_changed=tools, resource_subscriptions=list(resources)) as events:
                honored = events.honored
                assert bool(honored.tools_list_changed) == tools, honored
                assert set(honored.resource_subscriptions or ()) == set(resources), honored

                async def until(wanted):
                    with anyio.fail_after(PATIENCE):
                        async for event in events:
                            if event == (ToolsListChanged() if wanted is None else ResourceUpdated(wanted)):
                                return
                    raise AssertionError(f"the subscription ended before {wanted}")

                yield until
            return
        for uri in resources:
            await self.client.subscribe_resource(uri)

        async def until(wanted):
            with anyio.fail_after(PATIENCE):
                async for message in self.hears:
                    if wanted is None and isinstance(message, ToolListChangedNotification):
                        return
                    if isinstance(message, ResourceUpdatedNotification) and str(message.params.uri) == wanted:
                        return

        yield until
        for uri in resources:
            await self.client.unsubscribe_resource(uri)


async def introduces_itself(talk):
    client = talk.client
    assert client.protocol_version == talk.version, client.protocol_version
    assert client.server_info.name == "qtmcp" and client.server_info.version, client.server_info
    assert client.server_capabilities.tools.list_changed, client.server_capabilities
    assert client.server_capabilities.resources.subscribe and client.server_capabilities.prompts is not None
    assert "getObjectTree" in client.instructions, client.instructions


async def lists_tools(talk):
    listed = await talk.client.list_tools(cache_mode="bypass")
    tools = {tool.name: tool for tool in listed.tools}
    assert len(tools) == len(listed.tools) and SESSION_TOOLS < tools.keys(), tools.keys()
    assert {"getObjectTree", "getProperty", "click", "screenshot", "waitFor"} < tools.keys(), tools.keys()
    assert "read_page" not in tools
    assert tools["getObjectTree"].annotations.read_only_hint is True
    assert not tools["click"].annotations.read_only_hint and tools["click"].annotations.destructive_hint is True
    assert "id" in tools["click"].input_schema["properties"], tools["click"]
    assert all(tool.description for tool in listed.tools)
    assert await talk.names() == [tool.name for tool in listed.tools], "the order is not always the same"


async def answers_with_structure(talk):
    # Before the app's event loop turns, its screens are not known.
    await talk.value("waitFor", id="mainWindow", state="visible")
    status = await talk.value("app_status")
    assert status["running"] and status["selected"] and status["mode"] == "native", status
    assert status["program"].endswith("gallery") and status["screen"], status
    print("app", status["pid"])
    age = await talk.value("getProperty", id="ageSpin", property="value")
    assert age["value"] == 30, age
    await talk.value("setProperty", id="nameEdit", property="text", value="Ada é 日本語")
    name = await talk.value("getProperty", id="nameEdit", property="text")
    assert name["value"] == "Ada é 日本語", name


async def answers_with_pictures(talk):
    result = await talk.call("screenshot", id="nameEdit")
    pictures = [block for block in result.content if block.type == "image"]
    assert len(pictures) == 1 and pictures[0].mime_type == "image/png", result
    assert base64.b64decode(pictures[0].data).startswith(PNG)
    assert all(pictures[0].data[:40] not in block.text for block in result.content if block.type == "text"), result
    # A client that has structure shows its model nothing else.
    assert result.structured_content is None, result


async def says_what_failed(talk):
    code, next_step = await talk.fault("getProperty", id="noSuchThing", property="text")
    assert code == "not_found" and next_step, (code, next_step)
    code, _ = await talk.fault("getProperty", id="nameEdit")
    assert code == "bad_argument", code
    code, next_step = await talk.fault("read_page")
    assert "set_mode" in next_step, (code, next_step)
    try:
        result = await talk.client.call_tool("no_such_tool", {})
    except MCPError as error:
        assert error.code == INVALID_PARAMS and "no_such_tool" in error.message, error
    else:
        raise AssertionError(f"there is no such tool: {result}")


async def tells_progress(talk):
    heard = []

    async def progress(done, total, message):
        heard.append((done, total, message))

    wait = {"id": "noSuchThing", "state": "exists", "timeoutMs": 2500}
    result = await talk.client.call_tool("waitFor", wait, progress_callback=progress)
    assert result.is_error and result.structured_content["code"] == "timeout", result
    steps = [done for done, _, _ in heard]
    assert len(steps) >= 2 and steps == sorted(set(steps)), heard
    assert all(message for _, _, message in heard), heard


async def ends_a_cancelled_wait(talk):
    """Were it not ended, the batch would go on to click when what it waits for comes."""
    await talk.value("set_mode", mode="all")
    found = (await talk.call("find", query="agree checkbox")).content[0].text
    ref = int(REF.search(found)[1])
    batch = [
        {"name": "wait_for", "input": {"text": "carry on", "timeoutMs": 60000}},
        {"name": "computer", "input": {"action": "left_click", "ref": ref}},
    ]
    underway = anyio.Event()

    async def progress(*_):
        underway.set()

    async def run():
        await talk.client.call_tool("browser_batch", {"actions": batch}, progress_callback=progress)
        raise AssertionError("a cancelled call has answered")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run)
        with anyio.fail_after(PATIENCE):
            await underway.wait()
        tasks.cancel_scope.cancel()
    before = await talk.value("getProperty", id="agreeCheck", property="checked")
    assert before["value"] is False, before
    await talk.value("setProperty", id="resultLabel", property="text", value="carry on")
    # These wait longer for the same than the first one would, and then do the same with another element.
    for _ in range(3):
        await talk.call("browser_batch", actions=[batch[0], {"name": "find", "input": {"query": "agree checkbox"}}])
    after = await talk.value("getProperty", id="agreeCheck", property="checked")
    assert after["value"] is False, "the cancelled batch went on"
    # And it would have clicked: the same batch, not cancelled, does.
    await talk.call("browser_batch", actions=batch)
    clicked = await talk.value("getProperty", id="agreeCheck", property="checked")
    assert clicked["value"] is True, clicked


async def tells_of_other_tools(talk):
    async with talk.changes(tools=True) as until:
        answer = await talk.value("set_mode", mode="chrome")
        await until(None)
    names = await talk.names()
    assert {"read_page", "find"} < set(names) and "getObjectTree" not in names, names
    assert set(answer["tools"]) | SESSION_TOOLS == set(names), answer
    page = await talk.call("read_page")
    assert [block.type for block in page.content] == ["text"] and page.structured_content is None, page
    assert REF.search(page.content[0].text) and "carry on" in page.content[0].text, page
    picture = await talk.call("computer", action="screenshot")
    assert any(block.type == "image" for block in picture.content), picture
    async with talk.changes(tools=True) as until:
        await talk.value("set_mode", mode="native")
        await until(None)


async def has_resources(talk):
    listed = await talk.client.list_resources(cache_mode="bypass")
    uris = {str(resource.uri) for resource in listed.resources}
    assert {"qtmcp://page", "qtmcp://screenshot", "qtmcp://console", "qtmcp://objects"} <= uris, uris
    page = await read(talk, "qtmcp://page")
    assert page.mime_type == "text/plain" and "carry on" in page.text, page
    picture = await read(talk, "qtmcp://screenshot")
    assert picture.mime_type == "image/png" and base64.b64decode(picture.blob).startswith(PNG)
    objects = await read(talk, "qtmcp://objects")
    assert objects.mime_type == "application/json" and "mainWindow" in json.dumps(json.loads(objects.text)), objects
    try:
        result = await talk.client.read_resource("qtmcp://nothing", cache_mode="bypass")
    except MCPError as error:
        assert error.code == (RESOURCE_NOT_FOUND if talk.is_legacy else INVALID_PARAMS), error
    else:
        raise AssertionError(f"there is no such resource: {result}")


async def read(talk, uri):
    result = await talk.client.read_resource(uri, cache_mode="bypass")
    assert [str(part.uri) for part in result.contents] == [uri], result
    return result.contents[0]


async def tells_of_updates(talk):
    async with talk.changes(resources=["qtmcp://page", "qtmcp://console"]) as until:
        await talk.value("setProperty", id="resultLabel", property="text", value="updated")
        await until("qtmcp://page")
        assert "updated" in (await read(talk, "qtmcp://page")).text
        await talk.value("invokeMethod", id="values", method="warn", args=["beware of the dog"])
        await until("qtmcp://console")
        assert "beware of the dog" in (await read(talk, "qtmcp://console")).text


async def has_prompts(talk):
    listed = await talk.client.list_prompts(cache_mode="bypass")
    prompts = {prompt.name: prompt for prompt in listed.prompts}
    wanted = {"native", "chrome", "computer_use", "explore_app", "fill_form", "find_bug"}
    assert wanted <= prompts.keys(), prompts.keys()
    for name in ["native", "chrome", "computer_use"]:
        given = await talk.client.get_prompt(name)
        assert given.messages[0].role == "user" and len(given.messages[0].content.text) > 100, given
    for name in ["explore_app", "fill_form", "find_bug"]:
        required = [argument.name for argument in prompts[name].arguments or [] if argument.required]
        values = {name: f"the {name} of this test" for name in required}
        given = await talk.client.get_prompt(name, values)
        text = given.messages[0].content.text
        assert all(value in text for value in values.values()), (values, text)
    try:
        result = await talk.client.get_prompt("no_such_prompt")
    except MCPError as error:
        assert error.code == INVALID_PARAMS, error
    else:
        raise AssertionError(f"there is no such prompt: {result}")


STEPS = [
    introduces_itself,
    lists_tools,
    answers_with_structure,
    answers_with_pictures,
    says_what_failed,
    tells_progress,
    ends_a_cancelled_wait,
    tells_of_other_tools,
    has_resources,
    tells_of_updates,
    has_prompts,
]


async def main(era, first, *rest):
    is_url = first.startswith("http://")
    target = first if is_url else StdioServerParameters(command=first, args=list(rest), env=dict(os.environ))
    talk = Conversation(era, target)
    async with talk.client:
        for step in STEPS:
            print(step.__name__, flush=True)
            await step(talk)
    print(f"{len(STEPS)} steps held", flush=True)


if __name__ == "__main__":
    anyio.run(main, *sys.argv[1:])
