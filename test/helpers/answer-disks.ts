import type {ExecutionContext} from 'ava';
import {
	handleCheckRootFolder,
	handleCountVideos,
	handleFindFile,
	handleListFolders,
	handleListUnmappedFolders,
	handlePreviewDeletion,
	handlePreviewRename,
	handleReadFolderState,
} from '#workers/disks/handlers.ts';
import {createDiskProbes} from '#workers/integrations/disk-probes/disk-probes.ts';
import {createFiles} from '#workers/integrations/files/files.ts';
import {answerJobs} from './answer-jobs.ts';
import type {Served} from './serve.ts';

/** Milliseconds; a busy machine may be slow. */
const patientMs = 300_000;

/** The real disks pool on the real queue of a served application. */
export async function answerDisks(t: ExecutionContext, {deps, ...served}: Served): Promise<void> {
	const diskProbes = createDiskProbes({limitMs: patientMs});
	t.teardown(diskProbes.close);
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
			previewDeletion: handlePreviewDeletion,
			previewRename: handlePreviewRename,
			readFolderState: handleReadFolderState,
		},
	);
}
