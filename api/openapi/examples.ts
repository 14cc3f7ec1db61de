import type {JsonSchema} from './json-schema.ts';

type Named = ReadonlyMap<string, JsonSchema>;

const moment = '2026-11-22T20:00:00.000Z';
const record = '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10';
/** Fields of an example in which everything is optional. */
const fewFields = 3;

/** An example of a body that fits its schema: for a request what is required, for a reply everything. */
export function exampleOf(schema: JsonSchema, named: Named, field = ''): unknown {
	const each = resolve(schema, named);
	if (each.examples?.[0] !== undefined) {
		return each.examples[0];
	}
	const types = [each.type ?? []].flat();
	if (each.enum) {
		return each.enum.includes(samples[field]) ? samples[field] : (each.default ?? each.enum.find(value => value !== null));
	}
	if (types.includes('object')) {
		return objectOf(each, named);
	}
	if (types.includes('array')) {
		return Array.isArray(samples[field]) && isPlain(each.items) ? samples[field] : listOf(each, named, field);
	}
	return plainOf(each, types, field);
}

/** The schema behind a reference, and the first that is not null of several. */
function resolve(schema: JsonSchema, named: Named): JsonSchema {
	const choice = schema.type === undefined ? (schema.anyOf ?? schema.oneOf)?.find(({type}) => type !== 'null') : undefined;
	const next = schema.$ref ? named.get(schema.$ref.split('/').at(-1) ?? '') : choice;
	return next ? resolve(next, named) : schema;
}

function objectOf(schema: JsonSchema, named: Named): Record<string, unknown> {
	const {properties = {}, required = []} = schema;
	const ofPeers = [schema, ...(schema.allOf ?? [])].flatMap(({oneOf, anyOf}) => (oneOf ?? anyOf)?.[0]?.required ?? []);
	const wanted = new Set([...required, ...ofPeers]);
	const writable = Object.keys(properties).filter(name => !properties[name]?.['x-ignored']);
	const shown = writable.filter(name => wanted.has(name));
	return Object.fromEntries(
		(shown.length > 0 ? shown : writable.slice(0, fewFields)).map(name => [name, exampleOf(properties[name] ?? {}, named, name)]),
	);
}

function listOf({items = {}, minItems, maxItems}: JsonSchema, named: Named, field: string): unknown[] {
	return maxItems === 0 || (Object.keys(items).length === 0 && !minItems) ? [] : [exampleOf(items, named, field)];
}

const isPlain = (items: JsonSchema | undefined) => items !== undefined && !items.$ref && !items.properties && !items.enum && !items.anyOf;

function plainOf(schema: JsonSchema, types: string[], field: string): unknown {
	const given = samples[field];
	const fits = types.includes(given === null ? 'null' : Number.isInteger(given) && !types.includes('number') ? 'integer' : typeof given);
	if (given !== undefined && (fits || types.length === 0) && fitsPattern(schema, given)) {
		return given;
	}
	if (schema.default !== undefined && schema.default !== null) {
		return schema.default;
	}
	if (types.includes('string')) {
		return textOf(schema, field);
	}
	const least = Math.max(schema.minimum ?? 0, 0);
	return types.includes('boolean') ? true : types.length > 0 ? Math.min(Math.max(least, 1), schema.maximum ?? 1) : (given ?? 'value');
}

function fitsPattern({pattern, format, maxLength}: JsonSchema, value: unknown): boolean {
	if (typeof value !== 'string') {
		return true;
	}
	return (
		format !== 'date-time' && (!pattern || new RegExp(pattern, 'u').test(value)) && value.length <= (maxLength ?? Number.POSITIVE_INFINITY)
	);
}

function textOf({format, contentEncoding}: JsonSchema, field: string): string {
	if (format === 'date-time') {
		return moment;
	}
	if (format === 'uri') {
		return 'http://service.example:8080';
	}
	if (contentEncoding === 'base64') {
		return 'MQowMDowMDowMSwwMDA=';
	}
	return /id$|ids$/i.test(field) ? record : 'text';
}

/** Values of examples by the name of their field; used where the schema allows them. */
const samples: Readonly<Record<string, unknown>> = {
	airDate: '2008-04-10',
	alternativeTitles: ['Peach'],
	apiKey: '0123456789abcdef0123456789abcdef',
	apiPath: '/api',
	audioChannels: 5.1,
	audioCodec: 'aac',
	backdropUrl: '/api/images/b2Zt4Vf0c9QmX7pLr3nA1waHR0cHM6Ly9pbWFnZXMuZXhhbXBsZS93aWRlLmpwZw',
	basePath: '/kinoteka',
	browserPath: '/usr/bin/chromium',
	categories: [2000],
	category: 'kinoteka',
	certification: 'G',
	certificationCountry: 'US',
	character: 'Bunny',
	code: 'en',
	currentPassword: 'correct horse battery',
	cutoff: 'Bluray-1080p',
	detail: 'It has 3 seeders; the indexer asks for 5.',
	domain: 'indexer.example',
	downloadClient: 'qBittorrent',
	downloadUrl: 'http://indexer.example/download/1',
	edition: "Director's Cut",
	endTimestamp: 1_795_377_600_000,
	episodeNumber: 1,
	error: 'The release was removed from the indexer.',
	errorMessage: 'The release was removed from the indexer.',
	file: 'favicon-32x32.png',
	forced: false,
	format: 'srt',
	externalUrl: 'https://media.example',
	fps: 24,
	freeSpace: 500_000_000_000,
	genres: ['Animation', 'Comedy'],
	guid: 'http://indexer.example/details/1',
	host: 'qbittorrent.example',
	id: '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10',
	imdbId: 'tt1254207',
	indexer: 'Example indexer',
	indexerName: 'Example indexer',
	infoHash: '0123456789abcdef0123456789abcdef01234567',
	infoUrl: 'http://indexer.example/details/1',
	instance: '/api/library/movies/1',
	job: 'Director',
	key: 'general.instanceName',
	language: 'en',
	languages: ['english'],
	localPath: '/downloads/',
	maxMbPerMinute: 100,
	mediaTitle: 'Big Buck Bunny',
	message: 'The movie was added.',
	metaId: 10_378,
	metaRating: 6.5,
	metaVoteCount: 2000,
	minMbPerMinute: 5,
	minutes: 90,
	modifier: 'REMUX',
	movieFileFormat: '{Movie Title} ({Release Year})',
	movieFolderFormat: '{Movie Title} ({Release Year})',
	mustContain: ['1080p'],
	name: 'Example',
	newPassword: 'a longer secret than before',
	originalTitle: 'Big Buck Bunny',
	outputPath: '/downloads/Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL',
	overview: 'A large rabbit takes revenge on three rodents.',
	password: 'correct horse battery',
	path: '/media/movies',
	percentOfEpisodes: 100,
	posterUrl: '/api/images/q8Kc1Wm6d5TzY0vNf2jE4AaHR0cHM6Ly9pbWFnZXMuZXhhbXBsZS9idW5ueS5qcGc',
	preferredMbPerMinute: 50,
	priority: 25,
	provider: 'OpenSubtitles',
	proxy: 'http://proxy.example:3128',
	quality: 'Bluray-1080p',
	qualityScore: 80,
	reason: 'Blocklisted by hand.',
	release: 'Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL',
	releaseGroup: 'OPENREEL',
	releaseTitle: 'Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL',
	remotePath: '/srv/downloads/',
	requestId: '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10',
	resolution: '1080p',
	rootFolderPath: '/media/movies',
	runtime: 10,
	score: 95,
	seasonNumber: 1,
	seriesFolderFormat: '{Series Title}',
	seriesTitle: 'Example Series',
	size: 734_003_200,
	sizeleft: 104_857_600,
	source: 'search',
	startTimestamp: 1_795_377_590_000,
	status: 'ok',
	successRate: 1,
	tags: ['movies'],
	taskId: 'missingMovies',
	timeleft: '00:04:10',
	title: 'Big Buck Bunny',
	titleSlug: 'big-buck-bunny-10378',
	totalSpace: 1_000_000_000_000,
	url: 'http://indexer.example:9117',
	userAgent: 'Mozilla/5.0',
	username: 'vera',
	version: '1.0.0',
	videoCodec: 'x264',
	website: 'https://peach.blender.org',
	year: 2008,
};
