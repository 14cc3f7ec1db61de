import {mkdir, utimes, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {Library} from '#shared/domain/media/library.ts';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
import {handleBackfillLibrary} from '#workers/backfill/backfill-library.ts';
import type {Run} from '#workers/runtime/handler.ts';
import type {WorkerWorld} from '../worker-deps.ts';

export interface LibraryInWorld {
	record: Library;
	/** Writes small files below the library's root; each has its own content. */
	write(...paths: string[]): Promise<void>;
	/** Runs one whole backfill; returns its execution. */
	backfill(run?: Run): Promise<TaskExecution>;
	/** Unmatched files: path below the root -> reason. */
	unmatched(): Promise<Record<string, string | null>>;
	/** Title -> path of its file below the root. */
	recorded(): Promise<Record<string, string | null>>;
}

const written = new Date('2026-01-01T00:00:00Z');

/** A library in the root folder, which is on a real disk. */
export async function libraryInWorld(
	_: ExecutionContext,
	world: WorkerWorld,
	{type = 'movies'}: {type?: Library['type']},
): Promise<LibraryInWorld> {
	const {deps, library: root} = world;
	const [rootFolder] = await deps.rootFolders.list();
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const record = await deps.libraries.add(
		{
			name: 'Shelf',
			type,
			rootFolderId: rootFolder?.id ?? '',
			qualityProfileId,
			languageProfileId: '',
			enabled: true,
			monitored: false,
			backfillEnabled: false,
		},
		deps.now(),
	);
	const below = (path: string) => path.slice(root.length + 1);
	return {
		record,
		async write(...paths) {
			for (const path of paths) {
				const full = join(root, path);
				await mkdir(dirname(full), {recursive: true});
				await writeFile(full, `content of ${path}`);
				await utimes(full, written, written);
			}
		},
		async backfill(run = world.run()) {
			const request = {taskId: backfillTaskId(record.id), options: {}, force: false};
			const {execution} = await deps.taskHistory.add(request, deps.now());
			await handleBackfillLibrary({libraryId: record.id, executionId: execution.id}, deps, run);
			return deps.taskHistory.get(execution.id);
		},
		async unmatched() {
			const {files} = await deps.scannedFiles.unmatched({libraryId: record.id, page: 1, limit: 100});
			return Object.fromEntries(files.map(({path, reason}) => [below(path), reason]));
		},
		async recorded() {
			const movies = await deps.movies.onDisk({after: '', limit: 1000});
			return Object.fromEntries(movies.map(({title, file}) => [title, file && below(file.path)]).sort());
		},
	};
}
