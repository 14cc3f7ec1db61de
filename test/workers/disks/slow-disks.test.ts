import {fileURLToPath} from 'node:url';
import {Worker} from 'node:worker_threads';
import test, {type ExecutionContext} from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {
	handleCheckRootFolder,
	handleFindFile,
	handleListFolders,
	handleListUnmappedFolders,
	handleReadFolderState,
} from '#workers/disks/handlers.ts';
import {createDiskProbes} from '#workers/integrations/disk-probes/disk-probes.ts';

/** What lies below `/hung` does not answer, as on a share that is gone or a machine that is busy. */
const code = `
	const {parentPort} = require('node:worker_threads');
	const {probes} = require(${JSON.stringify(fileURLToPath(import.meta.resolve('#workers/integrations/disk-probes/probe.ts')))});
	parentPort.on('message', ({kind, path}) => {
		if (path.startsWith('/hung')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
		parentPort.postMessage(probes[kind](path));
	});`;

function slowProbes(t: ExecutionContext, limitMs: number) {
	const probes = createDiskProbes({startThread: () => new Worker(code, {eval: true}), limitMs, checkedLimitMs: limitMs});
	t.teardown(() => probes.close());
	return probes;
}

test('no question about a disk that does not answer has a verdict: not missing, not away, not empty', async t => {
	const {deps, run} = await withWorkerDeps(t);
	const slow = {...deps, diskProbes: slowProbes(t, 100)};
	const path = '/hung/films';
	const answers = {
		checkRootFolder: handleCheckRootFolder({path, others: []}, slow, run()),
		findFile: handleFindFile({path: `${path}/film.mkv`}, slow, run()),
		readFolderState: handleReadFolderState({path}, slow, run()),
		listUnmappedFolders: handleListUnmappedFolders({path}, slow, run()),
		listFolders: handleListFolders({path, closed: []}, slow, run()),
	};
	for (const [name, answer] of Object.entries(answers)) {
		await t.throwsAsync(answer, {code: 'disk_not_answering', message: /Try again; if it stays so, check its disk/}, name);
	}
});

test('a folder that is there becomes a root folder although the disk of another one is away', async t => {
	const {run} = await withWorkerDeps(t);
	const path = tempFolder(t);
	const diskProbes = slowProbes(t, 5000);
	const check = await handleCheckRootFolder({path, others: ['/hung/films']}, {diskProbes}, run());
	t.deepEqual(check, {fault: null, realPath: path, overlapping: null});
});
