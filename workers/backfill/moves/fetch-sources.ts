import {writeFile} from 'node:fs/promises';
import type {Move, MoveProgram, MoveSource, SourceAccess} from '#shared/domain/moves/move.ts';
import {Cancelled, Invalid} from '#shared/errors.ts';
import {createMoveUploads, movesFolder} from '#shared/files/uploads.ts';
import type {ProgramAddress} from '../../integrations/arr-apis/ask-program.ts';
import {copyProgram} from '../../integrations/arr-apis/copy-program.ts';
import {fetchBackup} from '../../integrations/arr-apis/fetch-backup.ts';
import {fillFromBackup} from '../../integrations/arr-apis/fill-from-backup.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

export type FetchDeps = Pick<WorkerDeps, 'dataDir' | 'http' | 'moves' | 'now'>;

/**
 * The sources of a move with what is read of those that are addresses. That is kept, so that a plan that is made again
 * asks nobody again while its copy is there.
 */
export async function fetchSources(move: Move, deps: FetchDeps, signal: AbortSignal): Promise<MoveSource[]> {
	const {dataDir, moves, now} = deps;
	const uploads = createMoveUploads(dataDir);
	const access = await moves.accessOf(move.id);
	let sources = move.sources;
	for (const [index, source] of move.sources.entries()) {
		const isHere = (await Promise.all(source.uploads.map(uploads.find))).every(each => each !== null);
		if (source.url === null || (source.uploads.length > 0 && isHere)) {
			continue;
		}
		const opens = access[index];
		if (!opens || source.program === null) {
			throw new Invalid('source_unknown', 'It is not known any more how this program is opened. Plan the move again.');
		}
		const read = await fetchSource({program: source.program, url: source.url, ...opens}, deps, signal);
		sources = sources.with(index, {...source, ...read, readAt: now()});
		// What was read stays, even if the next one does not answer.
		if (!(await moves.move(move.id, [move.state], {sources}, now()))) {
			throw new Cancelled('The move was cancelled.');
		}
	}
	return sources;
}

interface OpenedSource extends SourceAccess {
	program: MoveProgram;
	url: string;
}

/** Reads a program over its API. Its backup tells what that hides, for those who know the login to its page. */
export async function fetchSource(
	{program, url, apiKey, username, password}: OpenedSource,
	{dataDir, http}: Pick<FetchDeps, 'dataDir' | 'http'>,
	signal: AbortSignal,
): Promise<Pick<MoveSource, 'uploads' | 'warnings'>> {
	const uploads = createMoveUploads(dataDir);
	const address: ProgramAddress = {program, url, apiKey};
	const warnings: MoveSource['warnings'] = [];
	let config = '';
	const copied = await uploads.make(`${program}.db`, async path => {
		({config} = await copyProgram(address, path, {http, signal}));
		if (username !== null && password !== null && program !== 'bazarr') {
			const missing = await withBackup({...address, username, password}, path, {dataDir, http, signal});
			warnings.push(...(missing ? [missing] : []));
		}
	});
	const configured = config === '' ? [] : [await uploads.make('config.yaml', path => writeFile(path, config, {mode: 0o600}))];
	return {uploads: [copied, ...configured], warnings};
}

async function withBackup(
	address: ProgramAddress & {username: string; password: string},
	path: string,
	{dataDir, http, signal}: Pick<FetchDeps, 'dataDir' | 'http'> & {signal: AbortSignal},
): Promise<MoveSource['warnings'][number] | null> {
	const uploads = createMoveUploads(dataDir);
	let hasBackup = false;
	const backup = await uploads.make(`${address.program}_backup.zip`, async zip => {
		hasBackup = await fetchBackup(address, zip, {http, signal});
	});
	try {
		if (!hasBackup) {
			return {code: 'backup_missing', message: 'It has no backup yet, so its secrets are not known. Make one there under System, Backup.'};
		}
		await fillFromBackup(path, await uploads.filesOf([backup]), {workFolder: movesFolder(dataDir), signal, only: address.program});
		return null;
	} finally {
		await uploads.remove(backup);
	}
}
