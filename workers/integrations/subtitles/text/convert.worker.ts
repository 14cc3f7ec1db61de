import {parentPort, workerData} from 'node:worker_threads';
import {type Conversion, convertSubtitle} from './decode-text.ts';

parentPort?.postMessage(convertSubtitle(workerData as Conversion)); // what convert-in-thread.ts hands over
