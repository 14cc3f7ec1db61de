import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {backupFolderOf, isBackupName} from '../backup/backup-names.ts';
import {type BackupsInFolder, listBackups} from '../backup/list-backups.ts';
import {filesOfBackup, readManifest} from '../backup/manifest.ts';
import {NotFound} from '../errors.ts';
import {type LogFileName, parseLogFileName} from '../log/log-files.ts';
import {type LogFile, listLogFiles} from '../log/merge-log-files.ts';
import {findPastLines, type PastLines, type WantedLines} from '../log/past-logs.ts';
import type {AskMachines, MachineAnswers} from './ask-machines.ts';
import type {Machine} from './machine.ts';

/** A piece of a file. */
interface Piece {
	from: number;
	bytes: number;
}

type RemoteLogFile = LogFileName & Pick<LogFile, 'size' | 'changedAt'>;

/** What other machines are asked about their disks. Bytes travel as base64. */
export type DiskQuestions = {
	searchLogs: {asked: WantedLines; answer: PastLines};
	listLogs: {asked: null; answer: RemoteLogFile[]};
	readLog: {asked: Piece & {name: string}; answer: string};
	listBackups: {asked: null; answer: BackupsInFolder | null};
	/** `file` is a path within the backup. */
	readBackup: {asked: Piece & {name: string; file: string}; answer: string};
};

export type AskDisks = AskMachines<DiskQuestions>;

interface Folders {
	dataDir: string;
	settings: {get(key: 'backup.folder'): string};
}

/** Bytes that travel together. */
const pieceBytes = 1024 * 1024;

export const backupFolderNow = ({dataDir, settings}: Folders) => settings.get('backup.folder') || backupFolderOf(dataDir);

/** Answers from the disks of this process. Names are checked: no other file can be asked for. */
export function diskAnswers(folders: Folders): MachineAnswers<DiskQuestions> {
	const logs = join(folders.dataDir, 'logs');
	return {
		searchLogs: async wanted => findPastLines(await listLogFiles(logs), wanted),
		listLogs: async () => (await listLogFiles(logs)).map(({read, ...file}) => file),
		async readLog({name, ...piece}) {
			if (parseLogFileName(name) === null) {
				throw new NotFound('log_not_found', 'There is no log file of this name.');
			}
			return readPiece(join(logs, name), piece);
		},
		listBackups: () => listBackups(backupFolderNow(folders)),
		async readBackup({name, file, ...piece}) {
			const folder = join(backupFolderNow(folders), name);
			const manifest = isBackupName(name) ? await readManifest(folder) : null;
			if (!manifest || !filesOfBackup(manifest).includes(file)) {
				throw new NotFound('backup_not_found', 'There is no such file in a backup.');
			}
			return readPiece(join(folder, file), piece);
		},
	};
}

async function readPiece(path: string, {from, bytes}: Piece): Promise<string> {
	const handle = await open(path, 'r');
	try {
		const {buffer, bytesRead} = await handle.read(Buffer.alloc(Math.min(bytes, pieceBytes)), 0, Math.min(bytes, pieceBytes), from);
		return buffer.subarray(0, bytesRead).toString('base64');
	} finally {
		await handle.close();
	}
}

/** A file of another machine, piece by piece. Throws if one does not come: half a file is none. */
export async function* readPieces(size: number, read: (piece: Piece) => Promise<string | null>): AsyncGenerator<Buffer> {
	for (let from = 0; from < size; ) {
		const bytes = Math.min(pieceBytes, size - from);
		const text = await read({from, bytes});
		const content = Buffer.from(text ?? '', 'base64');
		if (content.length === 0) {
			throw new Error('Another machine does not send the rest of a file');
		}
		yield content;
		from += content.length;
	}
}

/** The log files of other machines, and the machines that do not answer. */
export async function logFilesOfOthers(ask: AskDisks): Promise<{files: LogFile[]; silent: Machine[]}> {
	const others = await ask.others();
	const answers = await Promise.all(others.map(machine => ask.ask(machine, 'listLogs', null)));
	const files = others.flatMap((machine, index) =>
		(answers[index] ?? []).map(file => ({
			...file,
			// One that is removed before its turn ends early, like one of ours.
			read: () => untilFault(readPieces(file.size, piece => ask.ask(machine, 'readLog', {name: file.name, ...piece}))),
		})),
	);
	return {files, silent: others.filter((_machine, index) => answers[index] === null)};
}

async function* untilFault(content: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
	try {
		yield* content;
	} catch {
		// The others are worth more than an error.
	}
}

/** Lines of all machines, newest first, and the machines that do not answer. */
export async function findLinesEverywhere(
	wanted: WantedLines,
	ask: AskDisks,
	own: () => Promise<PastLines>,
): Promise<PastLines & {silent: string[]}> {
	const others = await ask.others();
	const [here, ...there] = await Promise.all([own(), ...others.map(machine => ask.ask(machine, 'searchLogs', wanted))]);
	const silent = others.filter((_machine, index) => there[index] === null).map(({name}) => name);
	const all = [here, ...there].filter(each => each !== null && each !== undefined);
	const lines = all.length === 1 ? all.flatMap(each => each.lines) : newestFirst(all.flatMap(each => each.lines));
	return {lines: lines.slice(0, wanted.limit), isAll: silent.length === 0 && all.every(({isAll}) => isAll), silent};
}

const newestFirst = (lines: PastLines['lines']) =>
	lines.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
