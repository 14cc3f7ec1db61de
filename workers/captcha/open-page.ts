import {Unavailable} from '#shared/errors.ts';
import type {openPage} from '#shared/jobs/open-page.ts';
import type {Handler} from '../handler.ts';

export const handleOpenPage: Handler<typeof openPage> = async () => {
	throw new Unavailable('solver_missing', 'The solver is being built.');
};
