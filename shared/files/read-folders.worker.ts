import {parentPort} from 'node:worker_threads';
import type {FoldersWish} from './folder-readers.ts';
import {readFolder} from './read-folder.ts';

parentPort?.on('message', ({root, folders, budget}: FoldersWish) => {
	parentPort?.postMessage(folders.map(folder => readFolder(root, folder, {left: budget})));
});
