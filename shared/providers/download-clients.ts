import Joi from 'joi';
import {blackholeFaults, openSettings} from '../domain/downloads/blackhole-settings.ts';
import {
	type DownloadClientHealth,
	type DownloadClientSettings,
	defaultClientSettings,
	downloadClientKinds,
	hasAddress,
} from '../domain/downloads/download-client-record.ts';
import {field, type ProviderFamily} from './provider-family.ts';

const category = Joi.string()
	.max(100)
	.pattern(/^[^\\/\0]+$/, 'a name without slashes');

export const downloadClientFamily: ProviderFamily<DownloadClientSettings, DownloadClientHealth> = {
	name: 'download client',
	collection: 'downloadClients',
	kinds: downloadClientKinds,
	fields: {
		name: field.name,
		kind: field.kindOf(downloadClientKinds),
		url: field.webAddress.allow(null),
		username: field.text(200),
		password: field.text(500),
		apiKey: field.text(500),
		category,
		movieCategory: category.allow(null, ''),
		tvCategory: category.allow(null, ''),
		movieImportedCategory: category.allow(null, ''),
		tvImportedCategory: category.allow(null, ''),
		directory: field
			.text(4096)
			.pattern(/^\P{Cc}*$/u, 'a path without control characters')
			.meta({folder: true}),
		enabled: Joi.boolean(),
		priority: field.priority,
		addPaused: Joi.boolean(),
		removeCompleted: Joi.boolean(),
		removeFailed: Joi.boolean(),
		tags: field.tags,
		settings: field.values,
	},
	required: ['name', 'kind'],
	defaults: defaultClientSettings,
	protection: {url: 'address', password: 'secret', apiKey: 'secret', settings: 'values'},
	openValues: openSettings,
	example: {
		name: 'qBittorrent',
		kind: 'qbittorrent',
		url: 'http://qbittorrent.example:8080',
		username: 'admin',
		password: 'correct horse battery',
	},
	untried: () => ({status: 'unknown', lastError: null, version: null}),
	isTestedWhenSaved: () => true,
	isOffWhenDisabled: false,
	faults: ({kind, url, directory, settings, ...others}) => [
		...furtherCategories
			.filter(name => others[name] && !(downloadClientKinds[kind].uses as readonly string[]).includes(name))
			.map(path => ({path, message: `${path} must be null: ${kind} has no such category`})),
		...(hasAddress(kind) && !url ? [{path: 'url', message: `url is required for ${kind}`}] : []),
		...(kind === 'blackhole' ? blackholeFaults({directory, settings}) : []),
	],
};

const furtherCategories = ['movieCategory', 'tvCategory', 'movieImportedCategory', 'tvImportedCategory'] as const;
