import type {RouteDeps} from '#api/services.ts';
import {readNotification} from '#shared/domain/moves/source-receivers.ts';
import {fileEvents, isMediaServer, type NotificationEvent, type NotificationRecord} from '#shared/domain/notifications/notification.ts';
import {isFor} from '#shared/domain/scope.ts';
import {notificationFamily} from '#shared/providers/notifications.ts';
import type {ProviderFamily} from '#shared/providers/provider-family.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import type {FaceRoute} from './faces.ts';
import {addressIn, type FieldRow, row, type Values} from './provider-fields.ts';
import {type Implementation, keptProperties, type Provider, type ProviderFace} from './provider-values.ts';
import {providerFaceRoutes} from './providers.ts';
import {field, flagIn, textIn, wrong} from './wire.ts';

/** Receivers of notifications. One that a program adds hears of its titles only. */
export const notificationRoutes = (deps: RouteDeps): FaceRoute[] => providerFaceRoutes(notificationFace, deps);

const secret = (name: string, setting: string, privacy: 'apiKey' | 'password' = 'apiKey') =>
	row(name, privacy === 'password' ? 'password' : 'textbox', {privacy, hides: {setting, as: 'secret'}});
const addressOf = (name: string) => row(name, 'url', {hides: {setting: 'url', as: 'address'}});
const select = (name: string, value: unknown = null) => row(name, 'select', {...(value !== null && {value}), advanced: true});
const flag = (name: string, value: boolean) => row(name, 'checkbox', {value});
const text = (name: string) => row(name, 'textbox');
const tags = (name: string) => row(name, 'tag', {value: []});

const server = (port: number): FieldRow[] => [
	...[row('host', 'textbox'), row('port', 'textbox', {value: port}), flag('useSsl', false), row('urlBase', 'textbox', {advanced: true})],
];
const mapped = [flag('updateLibrary', true), row('mapFrom', 'textbox', {advanced: true}), row('mapTo', 'textbox', {advanced: true})];

const implementations: readonly Implementation[] = [
	made('Webhook', 'arrWebhook', [
		...[addressOf('url'), row('method', 'select', {value: 1}), row('username', 'textbox', {privacy: 'userName'})],
		...[
			secret('password', 'password', 'password'),
			row('headers', 'keyValueList', {value: [], hides: {setting: 'settings', as: 'headers'}}),
		],
	]),
	made('PlexServer', 'plex', [...server(32_400), secret('authToken', 'apiKey'), ...mapped], 'Plex Media Server'),
	made('MediaBrowser', 'jellyfin', [...server(8096), secret('apiKey', 'apiKey'), flag('notify', false), ...mapped], 'Emby / Jellyfin'),
	made('Discord', 'discord', [addressOf('webHookUrl'), text('username'), text('avatar'), text('author'), ...discordFields()]),
	made('Slack', 'slack', [addressOf('webHookUrl'), text('username'), text('icon'), text('channel')]),
	made('Telegram', 'telegram', [
		...[secret('botToken', 'apiKey'), text('chatId'), row('topicId', 'number'), flag('sendSilently', false)],
		...[flag('includeAppNameInTitle', false), select('metadataLinks', [])],
	]),
	made('Email', 'email', [
		...[text('server'), row('port', 'number', {value: 587}), select('useEncryption', 0), row('username', 'textbox', {privacy: 'userName'})],
		...[secret('password', 'password', 'password'), text('from'), tags('to'), tags('cc'), tags('bcc')],
	]),
	made(
		'Ntfy',
		'ntfy',
		[
			...[addressOf('serverUrl'), secret('accessToken', 'apiKey'), row('userName', 'textbox', {privacy: 'userName'})],
			...[secret('password', 'password', 'password'), select('priority', 3), tags('topics'), tags('tags'), text('clickUrl')],
		],
		'ntfy.sh',
	),
	made('Gotify', 'gotify', [addressOf('server'), secret('appToken', 'apiKey'), select('priority', 5)]),
	made('Pushover', 'pushover', [
		...[secret('apiKey', 'apiKey'), row('userKey', 'textbox', {privacy: 'userName'}), tags('devices'), select('priority', 0)],
		...[row('retry', 'number'), row('expire', 'number'), text('sound')],
	]),
];

function made(implementation: string, kind: string, fields: FieldRow[], name = implementation): Implementation {
	return {implementation, implementationName: name, kind, fields};
}

function discordFields(): FieldRow[] {
	return ['grabFields', 'importFields', 'manualInteractionFields'].map(name => select(name, []));
}

/** The flags of these programs that are events of ours. */
const flagsOf = (face: Face): Readonly<Record<string, NotificationEvent>> => ({
	onGrab: 'grabbed',
	onDownload: 'imported',
	onUpgrade: 'upgraded',
	onManualInteractionRequired: 'failed',
	onHealthIssue: 'health',
	onRename: 'renamed',
	...(face === 'movies'
		? {onMovieFileDelete: 'deleted', onMovieAdded: 'titleAdded', onMovieDelete: 'titleRemoved'}
		: {onEpisodeFileDelete: 'deleted', onSeriesAdd: 'titleAdded', onSeriesDelete: 'titleRemoved'}),
});

/** Flags without an event of their own here. */
const otherFlags: Readonly<Record<Face, readonly string[]>> = {
	movies: ['onMovieFileDeleteForUpgrade', 'onHealthRestored', 'onApplicationUpdate'],
	tv: ['onImportComplete', 'onEpisodeFileDeleteForUpgrade', 'onHealthRestored', 'onApplicationUpdate'],
};

const asReceiver = (record: Provider) => record as unknown as NotificationRecord; // the list has no others
const isHeard = (event: NotificationEvent, kind: string) =>
	!isMediaServer({kind: kind as NotificationRecord['kind']}) || fileEvents.includes(event);

export const notificationFace: ProviderFace = {
	path: 'notification',
	ours: '/api/notifications',
	kind: 'notification',
	family: notificationFamily as unknown as ProviderFamily,
	noun: 'Notification',
	names: {name: 'Name', url: 'Url', apiKey: 'ApiKey', to: 'To', from: 'From', events: 'OnGrab', settings: 'Headers', pathMappings: 'MapTo'},
	list: ({notifications}) => notifications.list(),
	isShown: isFor,
	implementations: () => implementations,
	implementationOf: ({kind}) => implementations.find(each => each.kind === (kind === 'emby' ? 'jellyfin' : kind)),
	read,
	write,
	async present(record, kept, {face}) {
		const ofOurs = Object.entries(flagsOf(face));
		const isOn = (name: string, event: NotificationEvent) =>
			record !== null && (isHeard(event, record.kind) ? asReceiver(record).events.includes(event) : kept[name] === true);
		const names = [...ofOurs.map(([name]) => name), ...otherFlags[face]];
		const supported = names.map(name => [name.replace(/^on/, 'supportsOn'), !otherFlags[face].includes(name)]);
		return {
			...Object.fromEntries(ofOurs.map(([name, event]) => [name, isOn(name, event)])),
			...Object.fromEntries(otherFlags[face].map(name => [name, kept[name] === true])),
			includeHealthWarnings: kept['includeHealthWarnings'] === true,
			...Object.fromEntries(supported),
		};
	},
	async readBeside(body, record, {face}) {
		const before = record ? asReceiver(record).events : [];
		const named = (textIn(body, 'implementation') ?? '').toLowerCase();
		const kind = record?.kind ?? implementations.find(each => each.implementation.toLowerCase() === named)?.kind ?? '';
		const wanted = new Set<NotificationEvent>(before);
		const kept: Record<string, unknown> = {...keptProperties(body, [...otherFlags[face], 'includeHealthWarnings'])};
		for (const [name, event] of Object.entries(flagsOf(face))) {
			const sent = flagIn(body, name);
			if (sent !== undefined && !isHeard(event, kind)) {
				kept[name] = sent;
			} else if (sent !== undefined) {
				sent ? wanted.add(event) : wanted.delete(event);
			}
		}
		const isSame = record !== null && wanted.size === before.length && before.every(event => wanted.has(event));
		return {settings: {events: isSame ? before : [...wanted], ...(record === null && {scope: face})}, kept: kept as KeptValues};
	},
};

/** Media servers hear of files only, and a new one may come with every flag. */
function read(values: Values, {implementation, kind}: Implementation): Readonly<Record<string, unknown>> {
	const sent = {Id: 0, Name: '-', Implementation: implementation, Settings: JSON.stringify(values), Tags: '[]'};
	const all = readNotification(sent, {mappings: []}).wanted?.settings ?? ({} as Partial<NotificationRecord>);
	const {name: _name, kind: _kind, enabled: _enabled, events: _events, pathMappings: _mappings, ...found} = all;
	const [from, to] = [values['mapFrom'], values['mapTo']];
	const isMapped = typeof from === 'string' && typeof to === 'string' && from !== '' && to !== '';
	return {
		...found,
		...(isMediaServer({kind: kind as NotificationRecord['kind']}) && {pathMappings: isMapped ? [{from, to}] : []}),
		...(implementation === 'Webhook' && {
			username: textOf(values['username']),
			password: textOf(values['password']),
			method: values['method'] === 2 || String(values['method']).toUpperCase() === 'PUT' ? 'PUT' : 'POST',
			settings: headersIn(values['headers']),
		}),
	};
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function headersIn(value: unknown): Record<string, string> {
	if (value !== null && value !== undefined && !Array.isArray(value)) {
		throw wrong('Headers', "'Headers' must be a list of keys and values.");
	}
	return Object.fromEntries((value ?? []).map((each: unknown) => [String(field(each, 'key') ?? ''), String(field(each, 'value') ?? '')]));
}

function write(record: Provider): Values {
	const {kind, url, username, from, to, pathMappings, method} = asReceiver(record);
	const [mapping] = pathMappings;
	const recipients = (to ?? '').split(',').filter(each => each !== '');
	switch (kind) {
		case 'arrWebhook':
			return {method: method === 'PUT' ? 2 : 1, username};
		case 'plex':
		case 'jellyfin':
		case 'emby':
			return {...addressIn(url), mapFrom: mapping?.from ?? null, mapTo: mapping?.to ?? null};
		case 'telegram':
			return {chatId: to};
		case 'pushover':
			return {userKey: to};
		case 'ntfy':
			return {userName: username, topics: recipients};
		case 'email': {
			const parsed = URL.parse(url);
			const port = Number(parsed?.port) || (parsed?.protocol === 'smtps:' ? 465 : 587);
			return {server: parsed?.hostname ?? null, port, username, from, to: recipients, cc: [], bcc: []};
		}
		default:
			return {};
	}
}
