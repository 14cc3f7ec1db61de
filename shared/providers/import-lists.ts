import Joi from 'joi';
import {normalPath} from '../domain/folders/root-folder-path.ts';
import {
	accountSources,
	type ImportListHealth,
	type ImportListSettings,
	importListKinds,
	kindOf,
	leaveActions,
	listMedia,
	listMonitors,
	listPeriods,
	listSources,
	maxItems,
	monitorOfMovies,
	monitorOfSeries,
	periodSources,
	sourcesWithId,
	traktListOf,
} from '../domain/import-lists/import-list.ts';
import {minimumAvailabilities} from '../domain/media/movie.ts';
import {seriesTypes} from '../domain/media/series.ts';
import {longestTag, maxTagsOfTitle, toLabel} from '../domain/media/tags.ts';
import type {Fault} from '../errors.ts';
import {type Entered, field, type ProviderFamily} from './provider-family.ts';

type Settings = Entered<ImportListSettings>;

const idOrNull = Joi.string().max(100).allow(null);
const numbers = Joi.array().items(Joi.number().integer().min(0).max(2_147_483_647)).max(100).unique();
const labels = Joi.array().items(Joi.string().max(longestTag)).max(maxTagsOfTitle).unique();

export const importListFamily: ProviderFamily<ImportListSettings, ImportListHealth> = {
	name: 'import list',
	collection: 'importLists',
	kinds: importListKinds,
	fields: {
		name: field.name.description('Unique name.'),
		kind: field.kindOf(importListKinds).description('Where the list is: another program, a service, or a file.'),
		url: field.line(2000).description('Address of the list or of its program; empty for the usual one of a service.'),
		media: Joi.string()
			.valid(...listMedia)
			.description('Whether its movies or its series are added. By default what its kind has, movies if it has both.'),
		enabled: Joi.boolean().description('If false, it is neither read nor are its titles added.'),
		apiKey: field.line(500),
		clientId: field.line(500).description('Client ID of the app that you have registered at the service.'),
		clientSecret: field.line(500).description('Client secret of that app.'),
		source: Joi.string()
			.valid(...listSources)
			.allow('', null)
			.description(
				'Which titles. TMDB: those of a list, collection, person, keyword or company by its id, a common list, or a search. ' +
					'Trakt: those of a list, of an account, or a common list.',
			),
		sourceId: field
			.line(300)
			.description(
				'Which list: `user/name` or its number (MDBList, Trakt), the address of its page (Trakt), an id of TMDB, a user of Trakt (empty for the account that signed in), ' +
					`or a period of Trakt: ${listPeriods.join(', ')}.`,
			),
		filters: field
			.line(1000)
			.description(
				'Conditions of the source `discover`, such as `with_genres=18&vote_average.gte=7`, or of a common list of Trakt, such as `years=2020-2029`.',
			),
		sourceProfileIds: numbers.description('Take only titles with one of these quality profiles there; empty for all.'),
		sourceTagIds: numbers.description('Take only titles with one of these tags there; empty for all.'),
		sourceRootFolders: Joi.array()
			.items(
				Joi.string()
					.max(4096)
					.pattern(/^\P{Cc}+$/u, 'a path'),
			)
			.max(50)
			.unique()
			.description('Take only titles in one of these root folders there; empty for all.'),
		takeSeasons: Joi.boolean().description('Monitor the seasons that are monitored there.'),
		libraryId: idOrNull.description('Custom library that its titles belong to; null for none.'),
		rootFolderPath: Joi.string()
			.max(4096)
			.meta({folder: true})
			.description('Root folder of what it adds; that of the library if it is left out.'),
		qualityProfileId: idOrNull.description('Quality profile of what it adds; null for the default one.'),
		languageProfileId: idOrNull.description('Language profile of what it adds; null for that of the library.'),
		minimumAvailability: Joi.string()
			.valid(...minimumAvailabilities)
			.description('From when a movie that it adds is searched.'),
		monitor: Joi.string()
			.valid(...listMonitors)
			.description(
				`What is monitored of a title that it adds. Movies: ${monitorOfMovies.join(', ')}; the second one adds the other films of its ` +
					`collection, too. Series: ${monitorOfSeries.join(', ')}.`,
			),
		monitorNewSeasons: Joi.boolean().description('Whether seasons of a series that appear later are monitored.'),
		type: Joi.string()
			.valid(...seriesTypes)
			.allow(null)
			.description('Type of the series that it adds; null for what the metadata provider says.'),
		tags: labels.description('Labels of the titles that it adds.'),
		seasonFolder: Joi.boolean().description('Whether each season of a series that it adds gets a folder.'),
		searchOnAdd: Joi.boolean().description('Search for what it adds, after everything that a person waits for.'),
		limit: Joi.number()
			.integer()
			.min(1)
			.max(maxItems)
			.description('Most items that are taken. The others of a longer list are left out, and then nothing counts as left.'),
		intervalMinutes: Joi.number()
			.integer()
			.min(15)
			.max(60 * 24 * 30)
			.description('Minutes between two syncs. Each kind has a shortest one, which is the default.'),
		onLeave: Joi.string()
			.valid(...leaveActions)
			.description(
				'What happens to a title that this list added, that nobody has changed since, and that is on no list any more. Files always stay.',
			),
		leaveTags: labels.description('Labels that such a title gets if `onLeave` is `tag`.'),
		graceDays: Joi.number().integer().min(1).max(365).description('Days in which every sync was complete before that happens.'),
		mostChanges: Joi.number().integer().min(1).max(1000).description('If it would happen to more titles at once, a person is asked first.'),
	},
	required: ['name', 'kind'],
	defaults: {
		url: '',
		enabled: true,
		apiKey: '',
		clientId: '',
		clientSecret: '',
		source: '',
		sourceId: '',
		filters: '',
		sourceProfileIds: [],
		sourceTagIds: [],
		sourceRootFolders: [],
		takeSeasons: false,
		libraryId: null,
		qualityProfileId: null,
		languageProfileId: null,
		minimumAvailability: 'released',
		monitorNewSeasons: true,
		type: null,
		tags: [],
		seasonFolder: true,
		searchOnAdd: true,
		limit: 500,
		onLeave: 'nothing',
		leaveTags: [],
		graceDays: 7,
		mostChanges: 10,
	},
	protection: {url: 'address', apiKey: 'secret', clientSecret: 'secret'},
	example: {
		name: 'Films of the attic',
		kind: 'radarr',
		url: 'http://radarr.example:7878',
		apiKey: '0123456789abcdef0123456789abcdef',
		rootFolderPath: '/media/movies',
	},
	untried: () => ({status: 'ok', lastError: null, disabledUntil: null, failures: 0}),
	/** Its first sync says whether it works. */
	isTestedWhenSaved: () => false,
	isOffWhenDisabled: true,
	complete(settings, {given, stored}) {
		const {media: kindMedia, usualUrl, shortestMinutes} = kindOf(settings.kind);
		const isOtherKind = stored !== null && settings.kind !== stored.kind;
		const media = (isOtherKind && given.media === undefined ? undefined : settings.media) ?? kindMedia[0] ?? 'movies';
		const isOther = isOtherKind || (stored !== null && media !== stored.media);
		const monitor = isOther && given.monitor === undefined ? undefined : settings.monitor;
		const minutes = isOtherKind && given.intervalMinutes === undefined ? undefined : settings.intervalMinutes;
		return {
			...settings,
			media,
			// It is missing while the faults of a request are collected.
			rootFolderPath: normalPath(settings.rootFolderPath ?? '') ?? settings.rootFolderPath,
			url: (isOtherKind && given.url === undefined ? '' : settings.url) || (usualUrl ?? ''),
			monitor: monitor ?? (media === 'movies' ? 'movie' : 'all'),
			intervalMinutes: minutes ?? shortestMinutes,
		};
	},
	faults: settings => [...sourceFaults(settings), ...choiceFaults(settings)],
};

/** People paste the address of a list, or its id: `ls…`, or `ur…` of a person. */
const imdbFault =
	'url must not be a list of IMDb, which shows its lists only to whoever is logged in. Export the list there and upload the file (kind file), or follow it by a list of MDBList that has it as its source';

function sourceFaults(settings: Settings): Fault[] {
	const {kind, url} = settings;
	const {usualUrl, needs} = kindOf(kind);
	const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
	const urlFault = {path: 'url', message: `url must be an http or https address${usualUrl ? '; leave it out for the usual one' : ''}`};
	const isImdb = /^(?:ls|ur)\d+$|^https?:\/\/(?:[\w-]+\.)*imdb\.com(?:[/?#]|$)/i.test(url.trim());
	const missing = needs.filter(name => !(settings as unknown as Record<string, unknown>)[name]);
	return [
		...(isImdb ? [{path: 'url', message: imdbFault}] : usualUrl === '' || isWeb ? [] : [urlFault]),
		...missing.map(name => ({path: name, message: `${name} must be given for ${kind}`})),
		...listFaults(settings),
	];
}

/** Which list of the service it is. */
function listFaults({kind, source, sourceId, media}: Settings): Fault[] {
	const {sources} = kindOf(kind);
	if (!sources || source === '') {
		return [];
	}
	if (!sources.includes(source)) {
		return [{path: 'source', message: `source of ${kind} must be one of ${sources.join(', ')}`}];
	}
	if (kind === 'tmdb') {
		const needsId = sourcesWithId.some(each => each === source);
		const isNoSeries = source === 'collection' && media === 'series';
		return [
			...(needsId && !/^\d{1,10}$/.test(sourceId)
				? [{path: 'sourceId', message: `sourceId must be the number of the ${source} at TMDB`}]
				: []),
			...(isNoSeries ? [{path: 'source', message: 'source may be collection only for movies'}] : []),
		];
	}
	const isPeriod = periodSources.some(each => each === source);
	const isOfAccount = accountSources.some(each => each === source);
	return [
		...(source === 'boxOffice' && media === 'series' ? [{path: 'source', message: 'source may be boxOffice only for movies'}] : []),
		...(source === 'list' && !/^(?:[^\s/:]+\/\S.*|\d{1,12})$/.test(traktListOf(sourceId))
			? [{path: 'sourceId', message: 'sourceId must be `user/name`, the number or the address of the list at Trakt'}]
			: []),
		...(isPeriod && sourceId !== '' && !listPeriods.some(each => each === sourceId)
			? [{path: 'sourceId', message: `sourceId must be one of ${listPeriods.join(', ')}, or empty for weekly`}]
			: []),
		...(isOfAccount && /[\s/]/.test(sourceId)
			? [{path: 'sourceId', message: 'sourceId must be the name of a user of Trakt, or empty'}]
			: []),
	];
}

function choiceFaults({kind, media, monitor, intervalMinutes, onLeave, tags, leaveTags}: Settings): Fault[] {
	const {media: kindMedia, shortestMinutes} = kindOf(kind);
	const monitors: readonly string[] = media === 'movies' ? monitorOfMovies : monitorOfSeries;
	const wrongTags = Object.entries({tags, leaveTags}).flatMap(([name, texts]) =>
		texts.flatMap((text, index) =>
			toLabel(text) === '' ? [{path: `${name}[${index}]`, message: `${name}[${index}] must contain a letter from a to z or a digit`}] : [],
		),
	);
	return [
		...wrongTags,
		...(onLeave === 'tag' && leaveTags.length === 0
			? [{path: 'leaveTags', message: 'leaveTags must name a label for the onLeave tag'}]
			: []),
		...(kindMedia.includes(media) ? [] : [{path: 'media', message: `media of ${kind} must be ${kindMedia.join(' or ')}`}]),
		...(monitors.includes(monitor) ? [] : [{path: 'monitor', message: `monitor of ${media} must be ${monitors.join(' or ')}`}]),
		...(intervalMinutes >= shortestMinutes
			? []
			: [{path: 'intervalMinutes', message: `intervalMinutes of ${kind} must be at least ${shortestMinutes}`}]),
	];
}
