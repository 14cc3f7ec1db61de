import {createHash} from 'node:crypto';
import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/route.ts';
import type {ImportCandidate} from '#shared/jobs/import.ts';
import {flag, integer, integerOrNull, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';

const movie = viewOf<NonNullable<ImportCandidate['movie']>>()({id: text, title: text, year: integerOrNull});
const series = viewOf<NonNullable<ImportCandidate['series']>>()({id: text, title: text});
const episode = viewOf<ImportCandidate['episodes'][number]>()({id: text, seasonNumber: integer, episodeNumber: integer, title: text});

const candidate = viewOf<ImportCandidate>()(
	{
		id: from(text, ({path}: ImportCandidate) => createHash('sha256').update(path).digest('hex').slice(0, 32)),
		path: text,
		name: text,
		size: integer,
		movie: movie.orNull,
		series: series.orNull,
		episodes: episode.list,
		quality: text,
		languages: texts,
		releaseGroup: textOrNull,
		edition: textOrNull,
		rejections: viewOf<{reason: string}>()({reason: text}).list,
	},
	'ImportCandidate',
);

export const candidatesPage = viewOf<{folder: string; candidates: ImportCandidate[]}>()({folder: text, candidates: candidate.list});

export interface StartedImport {
	path: string;
	queueId: string | null;
	error: string | null;
}
interface StartedImports {
	imports: StartedImport[];
}
const startedOf = ({imports}: StartedImports) => imports.filter(({queueId}) => queueId !== null).length;

export const startedImports = viewOf<StartedImports>()({
	success: from(flag.description('At least one file is being imported.'), (all: StartedImports) => startedOf(all) > 0),
	imports: viewOf<StartedImport>()({
		path: text,
		queueId: textOrNull.description('Its item in the queue, which shows its progress and its reasons; null if it was not started.'),
		error: textOrNull,
	}).list,
	message: from(text, (all: StartedImports) => {
		const started = startedOf(all);
		return started === 0
			? 'Nothing is imported; error says why.'
			: `${started} of ${all.imports.length} files are being imported; follow them in the queue.`;
	}),
});

export const manualImportOperations: Operations = {
	'GET /api/manual-import': {
		id: 'listImportCandidates',
		summary: 'List the files of a folder or download that could be imported, and why they would not be',
		replies: {200: pageOf('candidates', candidate).append({folder: text})},
		failures: [404, 409],
	},
	'POST /api/manual-import': {
		id: 'importFiles',
		summary: 'Import files as the titles that a person chose',
		replies: {202: startedImports.schema},
	},
};
