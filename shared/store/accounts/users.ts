import {randomBytes, randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {Conflict, NotFound} from '../../errors.ts';
import {readPage} from '../lists/page.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export const userRoles = ['admin', 'user'] as const;
export type UserRole = (typeof userRoles)[number];

export interface User {
	id: string;
	username: string;
	role: UserRole;
	/** Salted and hashed; see `api/auth/password.ts`. */
	passwordHash: string;
	/** Changes with the password: a session that carries another one is over. */
	stamp: string;
	createdAt: Date;
	updatedAt: Date;
}

interface StoredUser extends Stored<User> {
	/** The name as it is compared. */
	nameKey: string;
}

export type UserStore = ReturnType<typeof createUserStore>;

const userSchema = new Schema<StoredUser>(
	{
		_id: String,
		username: String,
		nameKey: String,
		role: String,
		passwordHash: String,
		stamp: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
userSchema.index({nameKey: 1}, {unique: true});
userSchema.index({role: 1});

/** Names differ in more than case and composition of letters. */
const nameKey = (username: string) => username.normalize('NFKC').toLowerCase();
const newStamp = () => randomBytes(12).toString('base64url');

export function createUserStore(connection: Connection) {
	const users = connection.model<StoredUser>('User', userSchema, 'users');
	const toUser = ({nameKey: _, ...stored}: StoredUser) => toRecord<User>(stored);
	const unknown = (id: string) => new NotFound('user_not_found', `There is no user with the id ${id}.`);

	async function find(id: string): Promise<User | null> {
		const found = isUuid(id) ? await users.findById(id).lean<StoredUser>() : null;
		return found && toUser(found);
	}

	return {
		find,
		async get(id: string): Promise<User> {
			const user = await find(id);
			if (!user) {
				throw unknown(id);
			}
			return user;
		},
		async findByName(username: string): Promise<User | null> {
			const found = await users.findOne({nameKey: nameKey(username)}).lean<StoredUser>();
			return found && toUser(found);
		},
		async hasAny(): Promise<boolean> {
			return (await users.exists({})) !== null;
		},
		countAdmins: () => users.countDocuments({role: 'admin'}),
		/** Throws Conflict `already_exists`. */
		async add({username, role, passwordHash}: Pick<User, 'username' | 'role' | 'passwordHash'>, now: Date): Promise<User> {
			const stored: StoredUser = {
				_id: randomUUID(),
				username,
				nameKey: nameKey(username),
				role,
				passwordHash,
				stamp: newStamp(),
				createdAt: now,
				updatedAt: now,
			};
			try {
				await users.create([stored]);
			} catch (error) {
				throw isDuplicateKey(error) ? new Conflict('already_exists', `There is a user named ${username} already.`) : error;
			}
			return toUser(stored);
		},
		/** Ends every session of the user, because the stamp changes. */
		async setPassword(id: string, passwordHash: string, now: Date): Promise<User> {
			const changed = await users
				.findOneAndUpdate({_id: id}, {$set: {passwordHash, stamp: newStamp(), updatedAt: now}}, {returnDocument: 'after'})
				.lean<StoredUser>();
			if (!changed) {
				throw unknown(id);
			}
			return toUser(changed);
		},
		async page({page, limit}: {page: number; limit: number}): Promise<{users: User[]; total: number}> {
			const {rows, total} = await readPage<StoredUser, StoredUser>(users, {filter: {}, sort: {nameKey: 1}, page, limit});
			return {users: rows.map(toUser), total};
		},
		async remove(id: string): Promise<boolean> {
			return (await users.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
