import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {NameVerdict} from '#shared/domain/quality/name-verdict.ts';
import {Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import {type JudgedName, judgeName, longestName} from '#shared/jobs/search.ts';
import {flag, integer, integerOrNull, oneOf, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';

/** Milliseconds; the pool may be busy with a search. */
const limitMs = 20_000;
const bytesPerMb = 1024 ** 2;

interface ParseQuery {
	name: string;
	type?: 'movie' | 'series';
	sizeMb: number;
}
const parseQuery = Joi.object<ParseQuery, true>({
	name: Joi.string()
		.max(longestName)
		.required()
		.description('Name of a release, as an indexer has it.')
		.example('The.Quiet.Harbour.2019.1080p.WEB-DL.x264-GROUP'),
	type: Joi.string().valid('movie', 'series').description('What it is read as; guessed if it is left out.'),
	sizeMb: Joi.number().integer().min(0).max(10_000_000).default(0).description('Size in MiB, for custom formats that depend on it.'),
});

export function parseRoutes({jobs}: RouteDeps): Route[] {
	return [
		route('GET /api/parse', {access: 'admin', limit: 'searches', query: parseQuery}, async ({query}) => {
			const {name, type, sizeMb} = query;
			const mode = type === undefined ? null : type === 'movie' ? 'movie' : 'tv';
			const judged = await jobs.ask(judgeName, {name, mode, size: sizeMb * bytesPerMb}, {timeoutMs: limitMs}).catch(toBusy);
			return ok(parsedName.present(judged));
		}),
	];
}

function toBusy(error: unknown): never {
	const message = 'No worker of the search pool answered in time: it is busy with searches, or none runs. Try again later.';
	throw isNoAnswer(error) ? new Unavailable('no_search_worker', message, {cause: error}) : error;
}

const format = viewOf<JudgedName['formats'][number]>()(
	{id: text.description('Id of the custom format.'), name: text.description('Its name.')},
	'NamedFormat',
);

const formatScore = viewOf<NameVerdict['formatScores'][number]>()(
	{customFormatId: text.description('Id of the custom format.'), score: integer.description('What it gives in this profile.')},
	'NamedFormatScore',
);

const verdict = viewOf<NameVerdict>()(
	{
		profileId: text.description('Id of the quality profile.'),
		profile: text.description('Its name.'),
		score: integer.description('Sum of the scores of the formats that match.'),
		formatScores: {...formatScore.list, schema: formatScore.list.schema.description('The parts of the score.')},
		accepted: flag.description('Whether nothing in the name speaks against it. Sizes, delays and files of the library are not looked at.'),
		cutoffMet: flag.description('Whether the profile wants nothing better.'),
		reasons: texts.description('Why it is refused.'),
	},
	'NameVerdict',
);

const parsedName = viewOf<JudgedName>()(
	{
		type: from(oneOf(['movie', 'series']).description('What it was read as.'), ({mode}: JudgedName) =>
			mode === 'movie' ? 'movie' : 'series',
		),
		isUnderstood: flag.description('Whether a movie or an episode could be read from it; such a release is never taken otherwise.'),
		title: from(text.description('Title of the movie or series.'), ({parsed}: JudgedName) => parsed.title),
		year: from(integerOrNull.description('Year.'), ({parsed}: JudgedName) => parsed.year ?? null),
		season: from(integerOrNull.description('Season; the first of several.'), ({parsed}: JudgedName) => parsed.season ?? null),
		episodes: from(texts.description('Numbers of the episodes.'), ({parsed}: JudgedName) => (parsed.episodes ?? []).map(String)),
		absoluteEpisodes: from(texts.description('Numbers from the start of the show.'), ({parsed}: JudgedName) =>
			(parsed.absoluteEpisodes ?? []).map(String),
		),
		airDate: from(textOrNull.description('Date of a daily show.'), ({parsed}: JudgedName) => parsed.airDate ?? null),
		isWholeSeason: from(flag.description('Whether it is a whole season.'), ({parsed}: JudgedName) => parsed.fullSeason ?? false),
		releaseGroup: from(textOrNull.description('Group that made it.'), ({parsed}: JudgedName) => parsed.group ?? null),
		edition: from(textOrNull.description('Edition, such as Extended.'), ({parsed}: JudgedName) => parsed.edition || null),
		languages: from(texts.description('Languages that the name says.'), ({parsed}: JudgedName) => parsed.languages),
		quality: text.description('Quality, as profiles name it.'),
		isCorrected: from(
			flag.description('Whether it is a PROPER, REPACK or second version.'),
			({parsed}: JudgedName) => parsed.quality.version > 1,
		),
		formats: {...format.list, schema: format.list.schema.description('Custom formats that match.')},
		profiles: {...verdict.list, schema: verdict.list.schema.description('What each quality profile says of it.')},
	},
	'ParsedName',
);

export const parseOperations: Operations = {
	'GET /api/parse': {
		id: 'parseName',
		summary: 'Try how the name of a release is read, which custom formats match, and what each quality profile says of it',
		replies: {200: parsedName.schema},
	},
};
