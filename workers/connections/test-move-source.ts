import type {MoveProgram, SourceAccess} from '#shared/domain/moves/move.ts';
import {isExpected} from '#shared/errors.ts';
import {type findRunningPrograms, type RunningProgram, testMoveSource} from '#shared/jobs/moves.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {askProgram} from '../integrations/arr-apis/ask-program.ts';
import {logIn} from '../integrations/arr-apis/fetch-backup.ts';
import {readFlag, readNumber, readText} from '../integrations/http/read-body.ts';
import type {Handler} from '../runtime/handler.ts';

type Given = SourceAccess & {program: MoveProgram; url: string};

/** A wrong address, key or login is said before anything is planned. */
export const handleTestMoveSource: Handler<typeof testMoveSource, 'http' | 'secrets'> = async ({sealed}, {http, secrets}, {signal}) => {
	const {program, url, apiKey, username, password} = openPayload<Given>(testMoveSource, sealed, secrets);
	const options = {http, signal, retryMs: []};
	const api = askProgram({program, url, apiKey}, options);
	const status = await api.status();
	const isOpen = program === 'bazarr';
	const details: string[] = [];
	if (!isOpen && username !== null && password !== null) {
		await logIn(url, {username, password}, {name: api.name, ...options});
		const backups = await api.list('system/backup');
		details.push(
			backups.length > 0
				? 'Its newest backup tells its keys and passwords.'
				: 'It has no backup yet, so its keys and passwords are not known. Make one there under System, Backup.',
		);
	} else if (!isOpen) {
		details.push('Keys and passwords are not told over the API. With the login to its page, they are read from its newest backup.');
	}
	return {
		program,
		version: readText(status, program === 'bazarr' ? 'bazarr_version' : 'version'),
		schemaVersion: readNumber(status, 'migrationVersion')?.toString() ?? null,
		secrets: isOpen || (username !== null && password !== null),
		details,
	};
};

const askMs = 15_000;

/** Programs that were given as files have no address, so nobody can ask them. One that does not answer is stopped. */
export const handleFindRunningPrograms: Handler<typeof findRunningPrograms, 'http' | 'moves'> = async (
	{moveId},
	{http, moves},
	{signal: stop},
) => {
	const {sources} = await moves.get(moveId);
	const access = await moves.accessOf(moveId);
	const signal = AbortSignal.any([stop, AbortSignal.timeout(askMs)]);
	const asked = sources.map(async ({program, url}, index): Promise<RunningProgram | null> => {
		const opens = access[index];
		if ((program !== 'radarr' && program !== 'sonarr') || url === null || !opens) {
			return null;
		}
		const found = await askProgram({program, url, apiKey: opens.apiKey}, {http, signal, retryMs: []})
			.list('indexer')
			.catch(error => {
				if (isExpected(error) && !stop.aborted) {
					return [];
				}
				throw error;
			});
		const indexers = found.filter(each => readFlag(each, 'enableRss')).length;
		return indexers > 0 ? {program, url, indexers} : null;
	});
	return {running: (await Promise.all(asked)).filter(each => each !== null)};
};
