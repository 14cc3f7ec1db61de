import type {ImportListKind, ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {guardedClient, sentTo} from '../guarded-client.ts';
import {createFileList} from './file/file-client.ts';
import type {ImportListClient, ImportListDeps, OpenKind} from './import-list-client.ts';
import {createJsonList} from './json/json-client.ts';
import {createMdblist} from './mdblist/mdblist-client.ts';
import {createOwnProgram} from './own-program/own-program-client.ts';
import {createRssList} from './rss/rss-client.ts';
import {createTmdbList} from './tmdb/tmdb-client.ts';

const openers: Record<ImportListKind, OpenKind> = {
	radarr: createOwnProgram,
	sonarr: createOwnProgram,
	json: createJsonList,
	rss: createRssList,
	plexRss: createRssList,
	mdblist: createMdblist,
	tmdb: createTmdbList,
	file: createFileList,
};

export function openImportList(settings: ImportListSettings, deps: ImportListDeps): ImportListClient {
	return guardedClient(openers[settings.kind](settings, deps), sentTo(importListFamily, settings));
}
