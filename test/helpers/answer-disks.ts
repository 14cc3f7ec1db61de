import type {ExecutionContext} from 'ava';
import {
	handleCheckRootFolder,
	handleCountVideos,
	handleFindFile,
	handleListFolders,
	handleListUnmappedFolders,
	handleMeasureDeletion,
	handleMeasureFolder,
	handlePreviewDeletion,
	handlePreviewRename,
	handleReadFolderState,
} from '#workers/disks/handlers.ts';
import {createFiles} from '#workers/integrations/files/files.ts';
import {answerJobs} from './answer-jobs.ts';
import type {Served} from './serve.ts';
import {sharedThreads} from './shared-threads.ts';

/** The real disks pool on the real queue of a served application. */
export async function answerDisks(t: ExecutionContext, {deps, ...served}: Served): Promise<void> {
	const {diskProbes} = sharedThreads();
	const withDisks = {...deps, diskProbes, files: createFiles({folders: deps.usedFolders})};
	await answerJobs(
		t,
		{...served, deps: withDisks},
		{
			checkRootFolder: handleCheckRootFolder,
			countVideos: handleCountVideos,
			findFile: handleFindFile,
			listFolders: handleListFolders,
			listUnmappedFolders: handleListUnmappedFolders,
			measureDeletion: handleMeasureDeletion,
			measureFolder: handleMeasureFolder,
			previewDeletion: handlePreviewDeletion,
			previewRename: handlePreviewRename,
			readFolderState: handleReadFolderState,
		},
	);
}
