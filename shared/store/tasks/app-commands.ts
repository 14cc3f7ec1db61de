import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import type {Face} from '../accounts/api-keys.ts';
import {takeNumbers} from '../mongo/record-numbers.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/** What a program made for Radarr or Sonarr has told us to do. */
export interface AppCommand {
	id: string;
	/** By which the program asks how it went. */
	number: number;
	face: Face;
	/** In the program's word, such as `MoviesSearch`. */
	name: string;
	body: Record<string, unknown>;
	status: 'queued' | 'started' | 'completed' | 'failed';
	message: string;
	work: CommandWork;
	queuedAt: Date;
	startedAt: Date | null;
	endedAt: Date | null;
}

/** What a command waits for. */
export interface CommandWork {
	/** Where its jobs are; null if it has none. */
	pool: string | null;
	jobIds: string[];
	/** Executions of tasks. */
	executionIds: string[];
	/** Changes of files. */
	changeIds?: string[];
	/** Items of the queue that are to be imported. */
	queueIds?: string[];
}

/** Commands that were stored before their work was. */
const noWork: CommandWork = {pool: null, jobIds: [], executionIds: []};
const open = (row: Stored<AppCommand>): AppCommand => ({
	...toRecord<AppCommand>(row),
	work: row.work ?? noWork,
	startedAt: row.startedAt ?? (row.work ? null : row.queuedAt),
	endedAt: row.endedAt ?? (row.work ? null : row.queuedAt),
});

const commandSchema = new Schema<Stored<AppCommand>>(
	{
		_id: String,
		number: Number,
		face: String,
		name: String,
		body: Schema.Types.Mixed,
		status: String,
		message: String,
		work: {
			type: {
				pool: String,
				jobIds: [String],
				executionIds: [String],
				changeIds: {type: [String], default: undefined},
				queueIds: {type: [String], default: undefined},
			},
			_id: false,
		},
		queuedAt: Date,
		startedAt: Date,
		endedAt: Date,
	},
	schemaOptions,
);
commandSchema.index({number: 1}, {unique: true});
commandSchema.index({face: 1, queuedAt: -1});
commandSchema.index({queuedAt: 1}, {expireAfterSeconds: dayMs / 1000});

/** Commands that are listed. */
const maxListed = 100;

export function createAppCommandStore(connection: Connection) {
	const commands = connection.model<Stored<AppCommand>>('AppCommand', commandSchema, 'appCommands');
	return {
		async add(command: Omit<AppCommand, 'id' | 'number'>): Promise<AppCommand> {
			const row = {_id: randomUUID(), number: await takeNumbers(connection, 'command', 1), ...command};
			await commands.create([row]);
			return toRecord<AppCommand>(row);
		},
		/** Stores how far its work is. */
		async settle(id: string, change: Partial<Pick<AppCommand, 'status' | 'message' | 'startedAt' | 'endedAt'>>): Promise<void> {
			await commands.updateOne({_id: id}, {$set: change});
		},
		/** The newest first. */
		async list(face: Face): Promise<AppCommand[]> {
			const rows = await commands.find({face}).sort({queuedAt: -1}).limit(maxListed).lean<Stored<AppCommand>[]>();
			return rows.map(open);
		},
		async find(face: Face, number: number): Promise<AppCommand | null> {
			const row = await commands.findOne({number, face}).lean<Stored<AppCommand>>();
			return row && open(row);
		},
	};
}
