import type {Request} from 'express';
import type {Fault} from '#shared/errors.ts';
import {type Caller, callerOf} from '../access/caller.ts';

/** The well-formed part of a body. */
export interface SoundBody<Body> {
	/** Fields that are objects come without their malformed fields. */
	body: Partial<Body>;
	/** As they appear in the path; the id may be malformed. */
	params: Readonly<Record<string, string>>;
	/** Null on public endpoints. */
	caller: Caller | null;
	/** Fields that already have a fault. */
	wrong: ReadonlySet<string>;
}
export type FindFaults<Body> = (sound: SoundBody<Body>) => Promise<Fault[]>;

export function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes the fields with these faults from the body. */
export function toSoundBody<Body>(body: Body & object, faults: readonly Fault[], {params, res}: Request): SoundBody<Body> {
	const paths = new Set(faults.map(({path}) => path));
	const places = new Set([...paths].flatMap(placesOf));
	const isWrong = (place: string) => places.has(place);
	const inside = (name: string, value: unknown) =>
		isObject(value) && !paths.has(name) ? Object.entries(value).filter(([key]) => !isWrong(`${name}.${key}`)) : [];
	const sound = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
		if (!isWrong(name)) {
			return [[name, value]];
		}
		const left = inside(name, value);
		return left.length > 0 ? [[name, Object.fromEntries(left)]] : [];
	});
	return {
		body: Object.fromEntries(sound) as Partial<Body>, // a part of the body
		params: params as Record<string, string>, // Express's types allow for wildcards, and we have none
		caller: res ? callerOf(res) : null,
		wrong: new Set([...paths].map(path => path.split(/[.[]/, 1)[0] ?? '')),
	};
}

/** Places are looked up by at most two names, and a name may have dots. */
const mostLevels = 4;

/** `a.b[0].c` lies in `a`, `a.b` and `a.b[0]`. */
function placesOf(path: string): string[] {
	const ends = [...path.slice(0, 2000).matchAll(/[.[]/g)].slice(0, mostLevels).map(({index}) => index);
	return [...ends.map(end => path.slice(0, end)), path];
}
