import {Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {type ListImportCandidates, listImportCandidates} from '#shared/jobs/import.ts';

/** How long the caller waits while files are read, in milliseconds. */
const readLimitMs = 60_000;

/** Asks the import itself what it would make of files. Throws Unavailable `no_import_worker`. */
export const askCandidates = (asked: ListImportCandidates, {jobs}: {jobs: JobClient}) =>
	jobs.ask(listImportCandidates, asked, {timeoutMs: readLimitMs}).catch(toBusy);

function toBusy(error: unknown): never {
	const message = 'No worker of the import pool answered in time: it is busy with imports, or none runs. Try again later.';
	throw isNoAnswer(error) ? new Unavailable('no_import_worker', message, {cause: error}) : error;
}
