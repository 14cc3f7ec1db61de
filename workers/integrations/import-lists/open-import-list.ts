import type {ImportListKind, ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {guardedClient, sentTo, withoutSecrets} from '../http/without-secrets.ts';
import {createFileList} from './file-client.ts';
import type {ImportListClient, ImportListDeps, OpenKind, OpenSignIn, SignInClient} from './import-list-client.ts';
import {createJsonList} from './json-client.ts';
import {createMdblist} from './mdblist-client.ts';
import {createOwnProgram} from './own-program-client.ts';
import {createPlexSignIn} from './plex-sign-in.ts';
import {createPlexWatchlist} from './plex-watchlist.ts';
import {createRssList} from './rss-client.ts';
import {createTmdbList} from './tmdb-client.ts';
import {createTrakt} from './trakt-client.ts';
import {createTraktSignIn} from './trakt-sign-in.ts';

const openers: Record<ImportListKind, OpenKind> = {
	radarr: createOwnProgram,
	sonarr: createOwnProgram,
	json: createJsonList,
	rss: createRssList,
	plexRss: createRssList,
	mdblist: createMdblist,
	tmdb: createTmdbList,
	trakt: createTrakt,
	plexWatchlist: createPlexWatchlist,
	file: createFileList,
};

const signIns: Partial<Record<ImportListKind, OpenSignIn>> = {trakt: createTraktSignIn, plexWatchlist: createPlexSignIn};

export function openImportList(settings: ImportListSettings, deps: ImportListDeps): ImportListClient {
	return guardedClient(openers[settings.kind](settings, deps), sentTo(importListFamily, settings));
}

/** How a person signs in to the account of a list; null for a kind without accounts. */
export function openListSignIn(settings: ImportListSettings, deps: Parameters<OpenSignIn>[1]): SignInClient | null {
	const client = signIns[settings.kind]?.(settings, deps) ?? null;
	const sent = sentTo(importListFamily, settings);
	return (
		client && {
			start: signal => withoutSecrets(sent, () => client.start(signal)),
			ask: deviceCode => withoutSecrets({...sent, secrets: [...(sent.secrets ?? []), deviceCode]}, () => client.ask(deviceCode)),
		}
	);
}
