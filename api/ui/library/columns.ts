import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {capital, day, dayHere, distance, duration, number, size} from '../parts/text.ts';
import {useStanding} from './card.ts';

export type Kind = 'movies' | 'series';

/** What titles are shown with. */
export interface Context {
	kind: Kind;
	profileName: (id: string) => string;
	libraryName: (id: string | null) => string | null;
}

export interface Column {
	name: string;
	label: string;
	/** The field of the API that sorts by it. */
	sort?: string;
	/** Pixels. */
	width: number;
	isNumber?: boolean;
	isShownAtFirst?: boolean;
	show: (title: any, context: Context) => any;
}

const none = '–';
const date = (iso: string | null) => (iso ? day(iso) : none);
const ago = (iso: string | null) => (iso ? distance(iso) : none);
const count = (value: number | null | undefined) => (typeof value === 'number' ? number(value) : none);
const bytes = (value: number | null | undefined) => (value ? size(value) : none);

const standing = (title: any, {kind}: Context) => html`<${Standing} title=${title} kind=${kind} />`;

function Standing({title, kind}: {title: any; kind: Context['kind']}) {
	const {tone, text} = useStanding(title, kind);
	return html`<span class=${`dot ${tone}`} /> ${text}`;
}

const common: readonly Column[] = [
	{name: 'standing', label: 'State', width: 150, isShownAtFirst: true, sort: 'downloaded', show: standing},
	{name: 'year', label: 'Year', sort: 'year', width: 70, isNumber: true, isShownAtFirst: true, show: ({year}) => year ?? none},
	{
		name: 'monitored',
		label: 'Monitored',
		sort: 'monitored',
		width: 104,
		show: ({monitored}) => html`<${Icon} name=${monitored ? 'eye' : 'eyeOff'} /><span class="hidden">${monitored ? 'Yes' : 'No'}</span>`,
	},
	{
		name: 'qualityProfile',
		label: 'Profile',
		sort: 'qualityProfile',
		width: 130,
		isShownAtFirst: true,
		show: ({qualityProfileId}, {profileName}) => profileName(qualityProfileId),
	},
	{
		name: 'metaRating',
		label: 'Rating',
		sort: 'metaRating',
		width: 82,
		isNumber: true,
		isShownAtFirst: true,
		show: ({metaRating}) => metaRating?.toFixed(1) ?? none,
	},
	{name: 'runtime', label: 'Runtime', sort: 'runtime', width: 96, isNumber: true, show: ({runtime}) => duration(runtime) ?? none},
	{name: 'genres', label: 'Genres', width: 180, show: ({genres}) => genres.join(', ') || none},
	{name: 'certification', label: 'Certification', width: 110, show: ({certification}) => certification ?? none},
	{name: 'originalTitle', label: 'Original title', width: 200, show: ({originalTitle}) => originalTitle ?? none},
	{name: 'createdAt', label: 'Added', sort: 'createdAt', width: 120, isShownAtFirst: true, show: ({createdAt}) => dayHere(createdAt)},
	{name: 'updatedAt', label: 'Changed', sort: 'updatedAt', width: 120, show: ({updatedAt}) => ago(updatedAt)},
	{name: 'lastSearchTime', label: 'Last search', sort: 'lastSearchTime', width: 130, show: ({lastSearchTime}) => ago(lastSearchTime)},
	{name: 'lastRefreshTime', label: 'Last refresh', sort: 'lastRefreshTime', width: 130, show: ({lastRefreshTime}) => ago(lastRefreshTime)},
	{name: 'path', label: 'Path', sort: 'path', width: 280, show: ({path}) => path},
	{name: 'library', label: 'Library', width: 120, show: ({libraryId}, {libraryName}) => libraryName(libraryId) ?? none},
	{name: 'tags', label: 'Tags', width: 150, show: ({tags}) => tags.join(', ') || none},
];

const ofMovies: readonly Column[] = [
	{name: 'size', label: 'Size', sort: 'size', width: 92, isNumber: true, isShownAtFirst: true, show: ({file}) => bytes(file?.size)},
	{name: 'quality', label: 'Quality', width: 140, show: ({file}) => file?.quality ?? none},
	{name: 'studio', label: 'Studio', sort: 'studio', width: 160, show: ({studios}) => studios?.[0] ?? none},
	{name: 'inCinemas', label: 'In cinemas', sort: 'inCinemas', width: 120, show: ({inCinemas}) => date(inCinemas)},
	{name: 'digitalRelease', label: 'Digital', sort: 'digitalRelease', width: 120, show: ({digitalRelease}) => date(digitalRelease)},
	{name: 'physicalRelease', label: 'Disc', sort: 'physicalRelease', width: 120, show: ({physicalRelease}) => date(physicalRelease)},
];

const statuses = {continuing: 'Continuing', ended: 'Ended', upcoming: 'Upcoming'} as Record<string, string>;

const ofSeries: readonly Column[] = [
	{name: 'network', label: 'Network', sort: 'network', width: 130, isShownAtFirst: true, show: ({network}) => network ?? none},
	{name: 'status', label: 'Status', sort: 'status', width: 100, isShownAtFirst: true, show: ({status}) => statuses[status] ?? status},
	{name: 'type', label: 'Type', sort: 'type', width: 100, show: ({type}) => capital(type ?? none)},
	{name: 'nextAiring', label: 'Airs next', sort: 'nextAiring', width: 120, isShownAtFirst: true, show: ({nextAiring}) => date(nextAiring)},
	{name: 'previousAiring', label: 'Aired last', sort: 'previousAiring', width: 120, show: ({previousAiring}) => date(previousAiring)},
	{name: 'seasonCount', label: 'Seasons', sort: 'seasonCount', width: 92, isNumber: true, show: ({seasonCount}) => count(seasonCount)},
	{name: 'episodeCount', label: 'Episodes', sort: 'episodeCount', width: 96, isNumber: true, show: ({episodeCount}) => count(episodeCount)},
	{
		name: 'missing',
		label: 'Missing',
		sort: 'missing',
		width: 92,
		isNumber: true,
		show: ({episodeCount = 0, episodeFileCount = 0}) => count(Math.max(0, episodeCount - episodeFileCount)),
	},
	{name: 'size', label: 'Size', sort: 'size', width: 92, isNumber: true, isShownAtFirst: true, show: ({sizeOnDisk}) => bytes(sizeOnDisk)},
];

/** All but the title, in the order of the table. */
export const columnsOf: Record<Kind, readonly Column[]> = {movies: [...common, ...ofMovies], series: [...common, ...ofSeries]};

/** What lists are sorted by, and which way first. */
export const sortsOf: Record<Kind, readonly {field: string; label: string; isDownward?: boolean}[]> = {
	movies: [
		{field: 'title', label: 'Title'},
		{field: 'createdAt', label: 'Added', isDownward: true},
		{field: 'year', label: 'Year', isDownward: true},
		{field: 'metaRating', label: 'Rating', isDownward: true},
		{field: 'releaseDate', label: 'Release', isDownward: true},
		{field: 'inCinemas', label: 'In cinemas', isDownward: true},
		{field: 'digitalRelease', label: 'Digital release', isDownward: true},
		{field: 'physicalRelease', label: 'Disc release', isDownward: true},
		{field: 'size', label: 'Size', isDownward: true},
		{field: 'runtime', label: 'Runtime', isDownward: true},
		{field: 'studio', label: 'Studio'},
		{field: 'certification', label: 'Certification'},
		{field: 'qualityProfile', label: 'Quality profile'},
		{field: 'minimumAvailability', label: 'When searched'},
		{field: 'monitored', label: 'Monitored'},
		{field: 'downloaded', label: 'In the library'},
		{field: 'path', label: 'Path'},
		{field: 'lastSearchTime', label: 'Last search', isDownward: true},
		{field: 'lastRefreshTime', label: 'Last refresh', isDownward: true},
		{field: 'updatedAt', label: 'Changed', isDownward: true},
	],
	series: [
		{field: 'title', label: 'Title'},
		{field: 'createdAt', label: 'Added', isDownward: true},
		{field: 'nextAiring', label: 'Airs next'},
		{field: 'previousAiring', label: 'Aired last', isDownward: true},
		{field: 'year', label: 'Year', isDownward: true},
		{field: 'metaRating', label: 'Rating', isDownward: true},
		{field: 'network', label: 'Network'},
		{field: 'status', label: 'Status'},
		{field: 'type', label: 'Type'},
		{field: 'seasonCount', label: 'Seasons', isDownward: true},
		{field: 'episodeCount', label: 'Episodes', isDownward: true},
		{field: 'totalEpisodeCount', label: 'All episodes', isDownward: true},
		{field: 'missing', label: 'Missing episodes', isDownward: true},
		{field: 'size', label: 'Size', isDownward: true},
		{field: 'runtime', label: 'Runtime', isDownward: true},
		{field: 'qualityProfile', label: 'Quality profile'},
		{field: 'monitored', label: 'Monitored'},
		{field: 'downloaded', label: 'Complete'},
		{field: 'path', label: 'Path'},
		{field: 'lastSearchTime', label: 'Last search', isDownward: true},
		{field: 'lastRefreshTime', label: 'Last refresh', isDownward: true},
		{field: 'updatedAt', label: 'Changed', isDownward: true},
	],
};
