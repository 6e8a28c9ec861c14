import { z } from 'zod';
import { presets, rulesCriteriaSchema, scoredCriteriaSchema } from '#lib/convergence/criteria.ts';
import { plateauStrategySchema } from '#lib/convergence/plateau.ts';
import { criteriaDescriptions, plateauDescriptions } from './convergence-descriptions.ts';
import { type ConfigurableMachine, configSchemas } from './schema.ts';
import type { SchemaNode } from './schema-node.ts';

/** The JSON Schema (draft 2020-12) of what a person may write in `firmloop.yaml`, for editors: defaults, descriptions and examples included. */
export function configJsonSchema(machine: ConfigurableMachine = 'firmware-loop'): SchemaNode {
  const written = schemaNodeOf(configSchemas[machine]);
  if (machine !== 'firmware-loop') return written;
  const properties = written.properties ?? {};
  return {
    ...written,
    properties: {
      ...properties,
      criteria: { ...headOf(properties.criteria), anyOf: criteriaForms() },
      plateau: { ...properties.plateau, ...described(schemaNodeOf(plateauStrategySchema), plateauDescriptions) },
    },
  };
}

/** One form per model; the presets of a model fix what its other fields default to. */
function criteriaForms(): SchemaNode[] {
  const form = (schema: z.ZodType, model: 'rules' | 'scored') => {
    const node = described(schemaNodeOf(schema), criteriaDescriptions);
    const ofModel = Object.entries(presets).filter(([, preset]) => preset.model === model);
    const preset = {
      type: 'string',
      enum: ofModel.map(([name]) => name),
      description: 'The named criteria to start from.',
    };
    return { ...node, properties: { preset, ...node.properties } };
  };
  return [form(rulesCriteriaSchema, 'rules'), form(scoredCriteriaSchema, 'scored')];
}

function headOf(node: SchemaNode | undefined): SchemaNode {
  const { description, default: fallback, examples } = node ?? {};
  return { ...(description && { description }), ...(examples && { examples }), default: fallback };
}

function described(node: SchemaNode, descriptions: Readonly<Record<string, string>>): SchemaNode {
  const properties = Object.entries(node.properties ?? {}).map(([key, child]) => [
    key,
    { ...child, ...(descriptions[key] && { description: descriptions[key] }) },
  ]);
  return { ...node, properties: Object.fromEntries(properties) };
}

/** What may be written for a schema. Zod leaves out the examples of everything that is transformed; ours show what to write, so they are put back. */
export function schemaNodeOf(schema: z.ZodType): SchemaNode {
  const written = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  });
  return nodeSchema.parse(written);
}

/** Narrows zod's wide JSON Schema type to the parts that these schemas are made of. */
const nodeSchema = z.custom<SchemaNode>((value) => typeof value === 'object' && value !== null);
