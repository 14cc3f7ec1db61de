import {downloadClientFamily} from '../../providers/download-clients.ts';
import {importListFamily} from '../../providers/import-lists.ts';
import {indexerFamily} from '../../providers/indexers.ts';
import {notificationFamily} from '../../providers/notifications.ts';
import type {Protection} from '../../providers/provider-family.ts';
import {proxyFamily} from '../../providers/proxies.ts';
import {subtitleProviderFamily} from '../../providers/subtitle-providers.ts';
import type {Secrets} from '../../secrets.ts';

/** How a field is sealed: as text, as JSON, or as bytes. */
type Form = 'text' | 'json' | 'bytes';

/**
 * Every field of the database that is sealed. Foreign addresses are among them, because they contain keys and passkeys
 * in unpredictable forms.
 */
export const sealedFields = {
	builtinTorrents: {magnetUrl: 'text', torrentFile: 'bytes'},
	downloadClients: sealedSettings(downloadClientFamily),
	downloads: {downloadUrl: 'text', magnetUrl: 'text'},
	importLists: {...sealedSettings(importListFamily), tokens: 'json', signIn: 'json'},
	indexers: sealedSettings(indexerFamily),
	installation: {value: 'text'},
	moves: {access: 'json', given: 'json'},
	notifications: sealedSettings(notificationFamily),
	pendingReleases: {release: 'json'},
	proxies: sealedSettings(proxyFamily),
	settings: {value: 'text'},
	subtitleProviders: sealedSettings(subtitleProviderFamily),
} as const satisfies Record<string, Record<string, Form>>;

function sealedSettings({protection}: {protection: Readonly<Record<string, Protection | undefined>>}): Record<string, Form> {
	return Object.fromEntries(Object.entries(protection).map(([name, sort]) => [name, sort === 'values' ? 'json' : 'text']));
}

export type SealedCollection = keyof typeof sealedFields;

/** What a sealed value is bound to. */
export function sealContextOf(collection: SealedCollection, field: string, id: string): string {
	return `${collection}/${field}/${id}`;
}

export interface Sealing {
	/** Seals the fields that have a value; the others stay as they are. */
	seal<Row extends object>(id: string, fields: Row): Row;
	open<Row extends {_id: string}>(row: Row): Row;
}

/** Seals and opens the documents of a collection. */
export function createSealing(collection: SealedCollection, secrets: Secrets): Sealing {
	const forms = Object.entries(sealedFields[collection]) as [string, Form][];

	function changed<Row extends object>(row: Row, change: (value: unknown, form: Form, field: string) => unknown): Row {
		const values = row as Record<string, unknown>;
		const found = forms.filter(([field]) => values[field] !== null && values[field] !== undefined && values[field] !== '');
		return {...row, ...Object.fromEntries(found.map(([field, form]) => [field, change(values[field], form, field)]))};
	}

	return {
		seal: (id, fields) =>
			changed(fields, (value, form, field) => secrets.seal(toContent(value, form), sealContextOf(collection, field, id))),
		open: row =>
			changed(row, (value, form, field) => opened(String(value), {form, context: sealContextOf(collection, field, row._id), secrets})),
	};
}

function toContent(value: unknown, form: Form): string | Uint8Array {
	if (form === 'bytes') {
		return value as Uint8Array; // the only fields of this form have bytes
	}
	return form === 'json' ? JSON.stringify(value) : String(value);
}

function opened(sealed: string, {form, context, secrets}: {form: Form; context: string; secrets: Secrets}): unknown {
	if (form === 'bytes') {
		return new Uint8Array(secrets.openBytes(sealed, context));
	}
	const text = secrets.open(sealed, context);
	return form === 'json' ? JSON.parse(text) : text;
}
