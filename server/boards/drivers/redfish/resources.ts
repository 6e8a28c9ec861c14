import { z } from 'zod';

/** The parts of the Redfish schema that are read here; controllers leave out much of it, and add more. */

const link = z.object({ '@odata.id': z.string() });

export const rootSchema = z.object({
  Systems: link.optional(),
  Managers: link.optional(),
  Chassis: link.optional(),
  UpdateService: link.optional(),
});

export const collectionSchema = z.object({ Members: z.array(link) });

const action = z.object({
  target: z.string(),
  'ResetType@Redfish.AllowableValues': z.array(z.string()).optional(),
  'OEMDiagnosticDataType@Redfish.AllowableValues': z.array(z.string()).optional(),
});

const status = z.object({ State: z.string().nullish(), Health: z.string().nullish() });

export const systemSchema = z.object({
  '@odata.id': z.string(),
  PowerState: z.string().nullish(),
  LogServices: link.optional(),
  Actions: z.object({ '#ComputerSystem.Reset': action.optional() }).optional(),
});

export const managerSchema = z.object({
  '@odata.id': z.string(),
  Status: status.optional(),
  FirmwareVersion: z.string().nullish(),
});

export const chassisSchema = z.object({ Sensors: link.optional(), Thermal: link.optional() });

export const sensorSchema = z.object({
  Name: z.string().nullish(),
  Reading: z.number().nullish(),
  ReadingUnits: z.string().nullish(),
  Status: status.optional(),
});

export const thermalSchema = z.object({
  Temperatures: z
    .array(z.object({ Name: z.string().nullish(), ReadingCelsius: z.number().nullish(), Status: status.optional() }))
    .default([]),
});

export const updateServiceSchema = z.object({
  '@odata.id': z.string(),
  HttpPushUri: z.string().optional(),
  HttpPushUriOptions: z.unknown().optional(),
});

export const logServiceSchema = z.object({
  Entries: link.optional(),
  Actions: z.object({ '#LogService.CollectDiagnosticData': action.optional() }).optional(),
});

export const logEntrySchema = z.object({
  '@odata.id': z.string().optional(),
  Id: z.union([z.string(), z.number()]).transform(String),
  Created: z.string().nullish(),
  Message: z.string().nullish(),
  Severity: z.string().nullish(),
  AdditionalDataURI: z.string().nullish(),
});

export const taskSchema = z.object({
  TaskState: z.string(),
  TaskStatus: z.string().nullish(),
  Messages: z.array(z.object({ Message: z.string().nullish() })).optional(),
  Payload: z.object({ HttpHeaders: z.array(z.string()).nullish() }).nullish(),
});

/** What a refusal says, in the words of the controller. */
export const errorSchema = z.object({
  error: z.object({
    message: z.string().nullish(),
    '@Message.ExtendedInfo': z.array(z.object({ Message: z.string().nullish() })).optional(),
  }),
});
