import {Unavailable} from '#shared/errors.ts';
import type {solveChallenge} from '#shared/jobs/solve-challenge.ts';
import type {Handler} from '../handler.ts';

export const handleSolveChallenge: Handler<typeof solveChallenge> = async () => {
	throw new Unavailable('solver_missing', 'The solver is being built.');
};
