import {parentPort} from 'node:worker_threads';
import type {FoldersRequest} from './folder-readers.ts';
import {readFolder} from './read-folder.ts';

parentPort?.on('message', ({root, folders, budget}: FoldersRequest) => {
	parentPort?.postMessage(folders.map(folder => readFolder(root, folder, {left: budget})));
});
