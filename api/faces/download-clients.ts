import type {RouteDeps} from '#api/services.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {readClient} from '#shared/domain/moves/source-connections.ts';
import {downloadClientFamily} from '#shared/providers/download-clients.ts';
import type {ProviderFamily} from '#shared/providers/provider-family.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {programOf} from './codes.ts';
import type {FaceRoute} from './faces.ts';
import {addressIn, type FieldRow, row, type Values} from './provider-fields.ts';
import type {Implementation, Provider, ProviderFace} from './provider-values.ts';
import {providerFaceRoutes, refuseShared} from './providers.ts';
import {flagIn, integerIn} from './wire.ts';

/** Download clients. Both programs have the same ones, each with its own categories. */
export const downloadClientRoutes = (deps: RouteDeps): FaceRoute[] => providerFaceRoutes(downloadClientFace, deps);

const username = row('username', 'textbox', {privacy: 'userName'});
const password = row('password', 'password', {privacy: 'password', hides: {setting: 'password', as: 'secret'}});
const apiKey = row('apiKey', 'textbox', {privacy: 'apiKey', hides: {setting: 'apiKey', as: 'secret'}});

const address = (port: number, urlBase: string | null = null): FieldRow[] => [
	row('host', 'textbox', {value: 'localhost'}),
	row('port', 'textbox', {value: port}),
	row('useSsl', 'checkbox', {value: false}),
	row('urlBase', 'textbox', {advanced: true, ...(urlBase !== null && {value: urlBase})}),
];

/** `movie` or `tv`, in the names of the fields. */
const wordOf = (face: Face) => (face === 'movies' ? 'movie' : 'tv');

function priorities(face: Face, usual: number): FieldRow[] {
	const word = face === 'movies' ? 'Movie' : 'Tv';
	return ['recent', 'older'].map(when => row(`${when}${word}Priority`, 'select', {value: usual}));
}

const category = (face: Face, usual: string) => row(`${wordOf(face)}Category`, 'textbox', {value: usual});
const imported = (face: Face) => row(`${wordOf(face)}ImportedCategory`, 'textbox', {advanced: true});
const directory = (face: Face) => row(`${wordOf(face)}Directory`, 'textbox', {advanced: true});
const usualCategory = (face: Face) => (face === 'movies' ? 'radarr' : 'tv-sonarr');

const torrent = {protocol: 'torrent'};
const usenet = {protocol: 'usenet'};
const addPaused = row('addPaused', 'checkbox', {value: false});

function implementationsOf(face: Face): Implementation[] {
	const own = category(face, usualCategory(face));
	const made = (implementation: string, kind: string, fields: FieldRow[], more = torrent, name = implementation): Implementation => ({
		...{implementation, implementationName: name, kind, fields, more},
	});
	const qbittorrent = [
		...[...address(8080), username, password, apiKey, own, imported(face), ...priorities(face, 0)],
		...[row('initialState', 'select', {value: 0}), row('sequentialOrder', 'checkbox', {value: false})],
		...[row('firstAndLast', 'checkbox', {value: false}), row('contentLayout', 'select', {value: 0})],
	];
	const transmission = [...address(9091, '/transmission/'), username, password, own, directory(face), ...priorities(face, 0), addPaused];
	const deluge = [
		...[...address(8112), password, own, imported(face), ...priorities(face, 0), addPaused],
		...[row('downloadDirectory', 'textbox', {advanced: true}), row('completedDirectory', 'textbox', {advanced: true})],
	];
	const rtorrent = [
		...[...address(8080, 'RPC2'), username, password, own, imported(face), directory(face), ...priorities(face, 0)],
		row('addStopped', 'checkbox', {value: false}),
	];
	const named = face === 'movies' ? 'movies' : 'tv';
	const sabnzbd = [...address(8080), apiKey, username, password, category(face, named), ...priorities(face, -100)];
	const nzbget = [
		...[...address(6789), row('username', 'textbox', {value: 'nzbget', privacy: 'userName'}), password],
		...[category(face, face === 'movies' ? 'Movies' : 'Series'), ...priorities(face, 0), addPaused],
	];
	const blackhole = [
		...[row('torrentFolder', 'path'), row('watchFolder', 'path'), row('saveMagnetFiles', 'checkbox', {value: false})],
		...[row('magnetFileExtension', 'textbox', {value: '.magnet', advanced: true}), row('readOnly', 'checkbox', {value: true})],
	];
	return [
		made('QBittorrent', 'qbittorrent', qbittorrent, torrent, 'qBittorrent'),
		made('Transmission', 'transmission', transmission),
		made('Deluge', 'deluge', deluge),
		made('RTorrent', 'rtorrent', rtorrent, torrent, 'rTorrent'),
		made('Sabnzbd', 'sabnzbd', sabnzbd, usenet, 'SABnzbd'),
		made('Nzbget', 'nzbget', nzbget, usenet, 'NZBGet'),
		made('TorrentBlackhole', 'blackhole', blackhole, torrent, 'Torrent Blackhole'),
		made('UsenetBlackhole', 'blackhole', [row('nzbFolder', 'path'), row('watchFolder', 'path')], usenet, 'Usenet Blackhole'),
	];
}

const implementations = {movies: implementationsOf('movies'), tv: implementationsOf('tv')};

const asClient = (record: Provider) => record as unknown as DownloadClientRecord; // the list has no others

const downloadClientFace: ProviderFace = {
	path: 'downloadclient',
	ours: '/api/download-clients',
	kind: 'downloadClient',
	family: downloadClientFamily as unknown as ProviderFamily,
	noun: 'Download client',
	names: {
		...{name: 'Name', url: 'Host', username: 'Username', password: 'Password', apiKey: 'ApiKey', priority: 'Priority', tags: 'Tags'},
		...{movieCategory: 'MovieCategory', tvCategory: 'TvCategory', directory: 'Directory', settings: 'WatchFolder'},
		...{movieImportedCategory: 'MovieImportedCategory', tvImportedCategory: 'TvImportedCategory'},
	},
	list: ({downloadClients}) => downloadClients.list(),
	isShown: ({kind}) => kind !== 'builtin',
	implementations: face => implementations[face],
	implementationOf(record, face) {
		const {kind, settings} = asClient(record);
		const name = kind === 'blackhole' ? (settings['protocol'] === 'usenet' ? 'UsenetBlackhole' : 'TorrentBlackhole') : null;
		return implementations[face].find(each => each.kind === kind && (name === null || each.implementation === name));
	},
	read(values, {implementation}, face) {
		const source = {...values, ...(implementation === 'RTorrent' && {addPaused: values['addStopped']})};
		const sent = {Id: 0, Name: '-', Implementation: implementation, Settings: JSON.stringify(source), Tags: '[]'};
		const found = readClient(sent, {program: programOf(face), mappings: []}).wanted?.settings ?? {};
		const {name: _name, kind: _kind, enabled: _enabled, priority: _priority, removeCompleted: _c, removeFailed: _f, ...settings} = found;
		return settings;
	},
	write,
	async present(record, _kept) {
		const {enabled = true, priority = 1, removeCompleted = true, removeFailed = true} = record ? asClient(record) : {};
		return {enable: enabled, priority, removeCompletedDownloads: removeCompleted, removeFailedDownloads: removeFailed};
	},
	async readBeside(body, record) {
		const before = record ? asClient(record) : {enabled: true, priority: 1, removeCompleted: true, removeFailed: true};
		const settings = {
			enabled: flagIn(body, 'enable') ?? before.enabled,
			priority: integerIn(body, 'priority') ?? before.priority,
			removeCompleted: flagIn(body, 'removeCompletedDownloads') ?? before.removeCompleted,
			removeFailed: flagIn(body, 'removeFailedDownloads') ?? before.removeFailed,
		};
		return {settings, kept: {}};
	},
	/** A program removes only what its kind alone has written. */
	async refuseRemoval({record, kept}, {face}, deps) {
		const other = face === 'movies' ? 'tv' : 'movies';
		const isOthers = (await deps.kept.of('downloadClient', other, [record.id])).size > 0;
		await refuseShared(isOthers || Object.keys(kept).length === 0, record.name);
	},
	hasBulk: true,
};

/** The values of the fields by what is stored here. */
function write(record: Provider, face: Face): Values {
	const client = asClient(record);
	const {kind, url, username: user, settings, addPaused: isPaused} = client;
	if (kind === 'blackhole') {
		const folder = settings['protocol'] === 'usenet' ? 'nzbFolder' : 'torrentFolder';
		const flags = {saveMagnetFiles: settings['saveMagnetFiles'] === true, readOnly: settings['readOnly'] !== false};
		return {[folder]: client.directory, watchFolder: settings['watchFolder'] ?? null, ...(folder === 'torrentFolder' && flags)};
	}
	const word = wordOf(face);
	const own = face === 'movies' ? client.movieCategory : client.tvCategory;
	return {
		...addressIn(url),
		username: user,
		[`${word}Category`]: own ?? client.category,
		[`${word}ImportedCategory`]: face === 'movies' ? client.movieImportedCategory : client.tvImportedCategory,
		[`${word}Directory`]: client.directory,
		...(kind === 'qbittorrent' ? {initialState: isPaused ? 2 : 0} : {addPaused: isPaused, addStopped: isPaused}),
	};
}
