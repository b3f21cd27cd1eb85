"""The ludemes of the language: one class for each construct, whose fields are its signature."""

from ludparse.ludemes.base import REGISTRY as REGISTRY
from ludparse.ludemes.base import Field as Field
from ludparse.ludemes.base import Ludeme as Ludeme
from ludparse.ludemes.base import children as children
from ludparse.ludemes.base import fields_of as fields_of
from ludparse.ludemes.base import keyword_of as keyword_of
from ludparse.ludemes.base import replace as replace
from ludparse.ludemes.base import walk as walk
from ludparse.ludemes.booleans import *
from ludparse.ludemes.booleans_is import *
from ludparse.ludemes.dims import *
from ludparse.ludemes.directions import *
from ludparse.ludemes.end import *
from ludparse.ludemes.enums import *
from ludparse.ludemes.equipment import *
from ludparse.ludemes.floats import *
from ludparse.ludemes.graph_generators import *
from ludparse.ludemes.graph_operators import *
from ludparse.ludemes.int_arrays import *
from ludparse.ludemes.ints_board import *
from ludparse.ludemes.ints_context import *
from ludparse.ludemes.ints_count import *
from ludparse.ludemes.ints_math import *
from ludparse.ludemes.ints_state import *
from ludparse.ludemes.kinds import *
from ludparse.ludemes.meta import *
from ludparse.ludemes.moves_decision import *
from ludparse.ludemes.moves_effects import *
from ludparse.ludemes.moves_operators import *
from ludparse.ludemes.moves_state import *
from ludparse.ludemes.puzzles import *
from ludparse.ludemes.ranges import *
from ludparse.ludemes.regions import *
from ludparse.ludemes.rules import *
from ludparse.ludemes.sites import *
from ludparse.ludemes.start import *
from ludparse.ludemes.util import *
