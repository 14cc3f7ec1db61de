"""Reads what Prowlarr's own programs read, with its generated client, which checks each type and enumeration.

Arguments: address of the face, key.
"""

import sys

import prowlarr

address, key = sys.argv[1:]
configuration = prowlarr.Configuration(host=address)
configuration.api_key["X-Api-Key"] = key
api = prowlarr.ApiClient(configuration)

status = prowlarr.SystemApi(api).get_system_status()
assert status.app_name == "Prowlarr" and status.version.startswith("2."), status
indexers = prowlarr.IndexerApi(api).list_indexer()
assert [each.name for each in indexers] == ["Tracker"], indexers
[indexer] = indexers
assert indexer.protocol == prowlarr.DownloadProtocol.TORRENT and indexer.enable is True
assert indexer.privacy == prowlarr.IndexerPrivacy.PRIVATE and indexer.added is not None
assert prowlarr.TvSearchParam.TVDBID in indexer.capabilities.tv_search_params
assert indexer.capabilities.categories and all(each.sub_categories for each in indexer.capabilities.categories)
assert prowlarr.IndexerApi(api).get_indexer_by_id(indexer.id).name == indexer.name
schema = prowlarr.IndexerApi(api).list_indexer_schema()
new = next(each for each in schema if each.implementation == "Torznab")
new.name = "Added"
for each in new.fields:
    if each.name == "baseUrl":
        each.value = "http://tracker.test"
    if each.name == "apiKey":
        each.value = "0123456789abcdef"
added = prowlarr.IndexerApi(api).create_indexer(indexer_resource=new)
same = prowlarr.IndexerApi(api).update_indexer(str(added.id), indexer_resource=added)
assert same.to_dict() == added.to_dict(), (same, added)
prowlarr.IndexerApi(api).delete_indexer(added.id)
hook = next(each for each in prowlarr.NotificationApi(api).list_notification_schema() if each.implementation == "Webhook")
hook.name = "Hook"
hook.on_health_issue = True
for each in hook.fields:
    if each.name == "url":
        each.value = "http://hook.test/a"
told = prowlarr.NotificationApi(api).create_notification(notification_resource=hook)
assert told.on_health_issue is True and prowlarr.NotificationApi(api).get_notification_by_id(told.id).name == "Hook"
prowlarr.NotificationApi(api).delete_notification(told.id)
stats = prowlarr.IndexerStatsApi(api).get_indexer_stats()
assert [each.indexer_id for each in stats.indexers] == [indexer.id] and stats.hosts == [], stats
assert prowlarr.IndexerStatusApi(api).list_indexer_status() == []
history = prowlarr.HistoryApi(api).get_history()
assert history.total_records == 1, history
assert history.records[0].event_type == prowlarr.HistoryEventType.INDEXERQUERY and history.records[0].indexer_id == indexer.id
found = prowlarr.SearchApi(api).list_search(query="harbour", type="search")
assert len(found) == 1 and found[0].indexer_id == indexer.id and found[0].size > 0 and found[0].title, found
assert "/download?link=" in found[0].download_url and "passkey" not in found[0].download_url
for each in (
    prowlarr.HealthApi(api).list_health,
    prowlarr.ApplicationApi(api).list_applications,
    prowlarr.NotificationApi(api).list_notification,
    prowlarr.DownloadClientApi(api).list_download_client,
):
    assert isinstance(each(), list), each
tags = prowlarr.TagApi(api)
tag = tags.create_tag(prowlarr.TagResource(label="of-prowlarr"))
assert tag.label == "of-prowlarr" and tag.id in [each.id for each in tags.list_tag()]
tags.delete_tag(tag.id)
[profile] = prowlarr.AppProfileApi(api).list_app_profile()
assert profile.id == indexer.app_profile_id and profile.enable_rss is True
