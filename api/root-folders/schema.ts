import Joi from 'joi';
import {nameField} from '#api/http/fields.ts';

export interface AddRootFolderBody {
	path: string;
	name?: string;
}
export const addRootFolderBody = Joi.object<AddRootFolderBody, true>({
	path: Joi.string().max(4096).required(),
	name: nameField(200),
});
