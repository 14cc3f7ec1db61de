import Joi from 'joi';
import {nameField} from '#api/http/input/name-field.ts';

export interface AddRootFolderBody {
	path: string;
	name?: string;
}
export const addRootFolderBody = Joi.object<AddRootFolderBody, true>({
	path: Joi.string().max(4096).required(),
	name: nameField(200),
});
