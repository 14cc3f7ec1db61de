import Joi from 'joi';
import {defineJob} from '../job.ts';

/** Bytes. */
export const largestImage = 5 * 1024 * 1024;

export interface FetchImage {
	/** Address at the metadata provider. */
	url: string;
}

export interface FetchedImage {
	/** Key of the picture in the image cache. */
	imageId: string;
}

/** Fetches a picture for the API, which makes no outbound call. */
export const fetchImage = defineJob<FetchImage, FetchedImage>({
	name: 'fetch-image',
	queue: 'refresh',
	interruptible: true,
	payload: {url: Joi.string().uri({scheme: ['http', 'https']})},
	result: {imageId: Joi.string()},
});
