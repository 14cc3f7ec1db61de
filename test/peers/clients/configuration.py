"""Reads every record of the configuration with the generated client of a program, and sends it back as it is.

Arguments: program (radarr or sonarr), address, key. Prints what differs, and ends with 1 if something does.
"""

import importlib
import inspect
import sys
import typing

program, address, key = sys.argv[1:]
client = importlib.import_module(program)
configuration = client.Configuration(host=address)
configuration.api_key["X-Api-Key"] = key
api = client.ApiClient(configuration)
faults = []


def same(what, before, after):
    """Compares as JSON: what the client does not know by name is kept there, too."""
    left, right = before.to_dict(), after.to_dict()
    if left != right:
        faults.append(f"{what}: {left} is now {right}")


def write(part, name, record):
    """Some of its methods want the id as a number, others as a text."""
    method = getattr(part, f"update_{name}")
    wanted = inspect.signature(method).parameters["id"].annotation
    id = typing.get_args(wanted)[0](record.id)
    return method(id, **{f"{name}_resource": record})


def records(name, lists, updates, gets):
    part = getattr(client, f"{name}Api")(api)
    for record in getattr(part, f"list_{lists}")():
        print(name, record.id, getattr(record, "name", ""))
        same(name, record, getattr(part, f"get_{gets}_by_id")(record.id))
        changed = write(part, updates, record)
        same(f"{name} after a write", record, changed)


def settings(name, snake):
    part = getattr(client, f"{name}Api")(api)
    record = getattr(part, f"get_{snake}")()
    same(name, record, getattr(part, f"get_{snake}_by_id")(record.id))
    same(f"{name} after a write", record, write(part, snake, record))


indexers = client.IndexerApi(api)
schema = indexers.list_indexer_schema()
for implementation in ("Newznab", "Torznab"):
    new = next(each for each in schema if each.implementation == implementation)
    new.name = f"{implementation} (Prowlarr)"
    for field in new.fields:
        if field.name == "baseUrl":
            field.value = "http://prowlarr.test:9696/1/"
        if field.name == "apiKey":
            field.value = "0123456789abcdef"
        if field.name == "categories":
            field.value = [2000 if program == "radarr" else 5000]
    indexers.test_indexer(indexer_resource=new)
    added = indexers.create_indexer(indexer_resource=new)
    assert added.id > 0 and added.implementation == implementation, added

formats = client.CustomFormatApi(api)
kinds = formats.list_custom_format_schema()
title = next(each for each in kinds if each.implementation == "ReleaseTitleSpecification")
title.name = "HEVC"
title.fields[0].value = "hevc"
resource = client.CustomFormatResource(name="HEVC", specifications=[title], includeCustomFormatWhenRenaming=False)
made = formats.create_custom_format(custom_format_resource=resource)

profiles = client.QualityProfileApi(api)
schema_module = getattr(client, "QualityProfileSchemaApi")(api)
profile = schema_module.get_qualityprofile_schema()
profile.name = "Of a client"
profile.upgrade_allowed = True
for item in profile.items:
    item.allowed = item.quality is not None and item.quality.name == "Bluray-1080p"
    if item.allowed:
        profile.cutoff = item.quality.id
for item in profile.format_items:
    item.score = 7
stored = profiles.create_quality_profile(quality_profile_resource=profile)
assert [each.score for each in stored.format_items if each.format == made.id] == [7], stored.format_items

tag = client.TagApi(api).create_tag(client.TagResource(label="of-a-client"))
rules = client.AutoTaggingApi(api)
conditions = rules.list_auto_tagging_schema()
condition = next(each for each in conditions if each.implementation == "GenreSpecification")
condition.name = "Genre"
condition.required = True
condition.fields[0].value = ["Animation"]
rule = rules.create_auto_tagging(
    auto_tagging_resource=client.AutoTaggingResource(name="Kids", removeTagsAutomatically=True, tags=[tag.id], specifications=[condition])
)
assert rule.specifications[0].fields[0].value == ["Animation"], rule

records("AutoTagging", "auto_tagging", "auto_tagging", "auto_tagging")
records("Indexer", "indexer", "indexer", "indexer")
records("CustomFormat", "custom_format", "custom_format", "custom_format")
records("QualityProfile", "quality_profile", "quality_profile", "quality_profile")
records("QualityDefinition", "quality_definition", "quality_definition", "quality_definition")
records("DelayProfile", "delay_profile", "delay_profile", "delay_profile")
records("ReleaseProfile", "release_profile", "release_profile", "release_profile")
settings("NamingConfig", "naming_config")
settings("MediaManagementConfig", "media_management_config")
settings("DownloadClientConfig", "download_client_config")
settings("IndexerConfig", "indexer_config")
settings("ImportListConfig", "import_list_config")
settings("UiConfig", "ui_config")
if program == "radarr":
    settings("MetadataConfig", "metadata_config")
client.HostConfigApi(api).get_host_config()
client.MetadataApi(api).list_metadata()
client.LanguageApi(api).list_language()
client.LogApi(api).get_log()
client.TaskApi(api).list_system_task()
client.BackupApi(api).list_system_backup()
client.IndexerFlagApi(api).list_indexer_flag()
client.SystemApi(api).get_system_status()
client.TagApi(api).list_tag()

definitions = client.QualityDefinitionApi(api)
rows = definitions.list_quality_definition()
definitions.put_quality_definition_update(quality_definition_resource=rows)
for record in indexers.list_indexer():
    if record.name.endswith("(Prowlarr)"):
        indexers.delete_indexer(record.id)
rules.delete_auto_tagging(rule.id)
profiles.delete_quality_profile(stored.id)
formats.delete_custom_format(made.id)

for fault in faults:
    print(fault)
sys.exit(1 if faults else 0)
