import {randomBytes} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {readPage} from '../../lists/page.ts';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {changeButLast, removeButLast} from '../mongo/remove-but-last.ts';

export const userRoles = ['admin', 'user'] as const;
export type UserRole = (typeof userRoles)[number];

/** What users may do unless an administrator takes it from them. Administrators may do all of it. */
export const userRights = ['addTitles', 'searchReleases', 'deleteTitles', 'deleteFiles', 'editTitles', 'runTasks'] as const;
export type UserRight = (typeof userRights)[number];
export type UserRights = Readonly<Record<UserRight, boolean>>;

export interface User {
	id: string;
	username: string;
	role: UserRole;
	rights: UserRights;
	/** Salted and hashed; see `api/password.ts`. */
	passwordHash: string;
	/** Changes with the password; a session with another stamp is no longer valid. */
	stamp: string;
	createdAt: Date;
	updatedAt: Date;
}

interface StoredUser extends Stored<User> {
	/** The name in the form used for comparison. */
	nameKey: string;
	/** See `removeButLast`. */
	othersRemoved?: number;
}

export type UserStore = ReturnType<typeof createUserStore>;

const userSchema = new Schema<StoredUser>(
	{
		_id: String,
		username: String,
		nameKey: String,
		role: String,
		rights: Schema.Types.Mixed,
		passwordHash: String,
		stamp: String,
		othersRemoved: Number,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
userSchema.index({nameKey: 1}, {unique: true});
userSchema.index({role: 1});

export interface NewUser extends Pick<User, 'username' | 'role' | 'passwordHash'> {
	/** Those that are left out are given. */
	rights?: Partial<UserRights>;
}

function rightsOf(role: UserRole, rights: Partial<UserRights> = {}): UserRights {
	const isGiven = (right: UserRight) => role === 'admin' || rights[right] !== false;
	return Object.fromEntries(userRights.map(right => [right, isGiven(right)])) as UserRights; // all of them
}

/** Two names must differ in more than case and Unicode composition. */
const nameKey = (username: string) => username.normalize('NFKC').toLowerCase();
const newStamp = () => randomBytes(12).toString('base64url');
const passwordFields = (passwordHash: string, now: Date) => ({passwordHash, stamp: newStamp(), updatedAt: now});

export function createUserStore(connection: Connection) {
	const users = connection.model<StoredUser>('User', userSchema, 'users');
	const {find, get, insert, update, remove, open} = createRecords<User, StoredUser>({
		model: users,
		kind: 'user',
		open: ({nameKey: _, othersRemoved: _removed, rights, ...stored}) => toRecord<User>({...stored, rights: rightsOf(stored.role, rights)}),
		taken: {message: ({username}) => `A user named ${username} already exists.`},
	});

	return {
		find,
		get,
		remove,
		async findByName(username: string): Promise<User | null> {
			const found = await users.findOne({nameKey: nameKey(username)}).lean<StoredUser>();
			return found && open(found);
		},
		async hasAny(): Promise<boolean> {
			return (await users.exists({})) !== null;
		},
		/** Returns false for the last administrator, who stays. */
		removeAdmin: (id: string): Promise<boolean> => removeButLast(connection, 'users', {id, alike: {role: 'admin'}}),
		add: ({username, role, rights, passwordHash}: NewUser, now: Date) =>
			insert({
				username,
				nameKey: nameKey(username),
				role,
				rights: rightsOf(role, rights),
				passwordHash,
				stamp: newStamp(),
				...madeAt(now),
			}),
		/** Changes those that are given. */
		setRights(id: string, rights: Partial<UserRights>, now: Date): Promise<User> {
			const given = Object.entries(rights).map(([right, isGiven]) => [`rights.${right}`, isGiven]);
			return update(id, {...Object.fromEntries(given), updatedAt: now});
		},
		/** Ends every session of the user. Null for the last administrator, who stays one. */
		async setRole(id: string, role: UserRole, now: Date): Promise<User | null> {
			const change = {role, stamp: newStamp(), updatedAt: now};
			if (role !== 'admin' && !(await changeButLast(connection, 'users', {id, alike: {role: 'admin'}, change}))) {
				return null;
			}
			return role === 'admin' ? update(id, change) : get(id);
		},
		/** Ends every session of the user, because the stamp changes. */
		setPassword: (id: string, passwordHash: string, now: Date) => update(id, passwordFields(passwordHash, now)),
		/** The same, but only if the password is still the one that was checked; null if it has been changed since. */
		async replacePassword({id, passwordHash}: Pick<User, 'id' | 'passwordHash'>, newHash: string, now: Date): Promise<User | null> {
			const change = {$set: passwordFields(newHash, now)};
			const changed = await users.findOneAndUpdate({_id: id, passwordHash}, change, {returnDocument: 'after'}).lean<StoredUser>();
			return changed && open(changed);
		},
		async page({page, limit}: {page: number; limit: number}): Promise<{users: User[]; total: number}> {
			const {rows, total} = await readPage<StoredUser, StoredUser>(users, {filter: {}, sort: {nameKey: 1}, page, limit});
			return {users: rows.map(open), total};
		},
	};
}
