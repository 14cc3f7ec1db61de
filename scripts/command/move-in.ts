import {open} from 'node:fs/promises';
import {basename} from 'node:path';
import {wait} from '#shared/coordination/wait.ts';
import type {Move, MoveFolder, programNames} from '#shared/domain/moves/move.ts';
import {Conflict} from '#shared/errors.ts';
import {maxPieceBytes} from '#shared/files/uploads.ts';
import type {Reporter} from '../processes/reporter.ts';
import type {ApiClient} from './api-client.ts';

export interface GivenAddress {
	program: keyof typeof programNames;
	url: string;
	apiKey: string;
	username?: string;
	password?: string;
}

interface Wanted {
	/** An address, or the paths of a backup or of a database with its log. */
	sources: (GivenAddress | string[])[];
	mappings: {from: string; to: string}[];
	isDry: boolean;
}

interface Using {
	client: ApiClient;
	reporter: Reporter;
	signal: AbortSignal;
}

interface ShownMove extends Pick<Move, 'id' | 'state' | 'message'> {
	folders: MoveFolder[];
	summary: string[];
	moved: number;
}

const pollMs = 1000;
/** Milliseconds for the longest step; a move of the largest library takes an hour. */
const stepMs = 12 * 3_600_000;

/** Plans a move and, unless only its report is wanted, makes it. Throws Conflict if something keeps it from that. */
export async function moveIn({sources, mappings, isDry}: Wanted, using: Using): Promise<void> {
	const {client, reporter} = using;
	const given = [];
	for (const source of sources) {
		given.push(Array.isArray(source) ? {uploads: await uploadAll(source, using)} : source);
	}
	const {id} = await client.post<{id: string}>('/api/moves', {sources: given, pathMappings: mappings});
	reporter.step('Looking at what is there');
	const planned = await ended(id, ['planning'], using);
	for (const sentence of planned.summary) {
		reporter.step(sentence);
	}
	for (const {from, to, checked, found} of planned.folders) {
		reporter.step(
			to === null ? `${from}: not known; say where with --map ${from}=/…` : `${from} is ${to}: ${found} of ${checked} files found`,
		);
	}
	if (planned.state !== 'planned') {
		throw new Conflict('move_failed', planned.message ?? `The plan is ${planned.state}.`);
	}
	if (isDry) {
		reporter.step('Nothing was changed. The whole report is on the page, under Move in.');
		return;
	}
	const unknown = planned.folders.filter(({to}) => to === null);
	if (unknown.length > 0) {
		throw new Conflict(
			'folders_unknown',
			`Nothing was changed: say first where ${unknown.map(({from}) => from).join(', ')} is, with --map.`,
		);
	}
	await client.post(`/api/moves/${id}/start`, {});
	reporter.step('Moving in');
	const {state, message, moved} = await ended(id, ['running'], using);
	if (state !== 'completed') {
		throw new Conflict('move_failed', message ?? `The move is ${state}.`);
	}
	reporter.step(
		`${moved} titles are here. Nothing is grabbed by itself yet: stop the other programs, then take over on the page, under Move in.`,
	);
}

/** The move once it is in none of these states. */
async function ended(id: string, states: readonly Move['state'][], {client, signal}: Using): Promise<ShownMove> {
	const limited = AbortSignal.any([signal, AbortSignal.timeout(stepMs)]);
	for (;;) {
		const move = await client.get<ShownMove>(`/api/moves/${id}`);
		if (!states.includes(move.state)) {
			return move;
		}
		await wait(pollMs, limited);
	}
}

async function uploadAll(paths: readonly string[], {client, reporter, signal}: Using): Promise<string[]> {
	const ids: string[] = [];
	for (const path of paths) {
		const file = await open(path);
		try {
			const {size} = await file.stat();
			const {id} = await client.post<{id: string}>('/api/moves/uploads', {name: basename(path), size});
			for (let offset = 0; offset < size; offset += maxPieceBytes) {
				signal.throwIfAborted();
				const piece = Buffer.alloc(Math.min(maxPieceBytes, size - offset));
				await file.read(piece, 0, piece.length, offset);
				await client.putBytes(`/api/moves/uploads/${id}?offset=${offset}`, piece);
			}
			reporter.step(`${basename(path)} is there`);
			ids.push(id);
		} finally {
			await file.close();
		}
	}
	return ids;
}
