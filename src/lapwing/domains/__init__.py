"""Domains: sets of data."""

from lapwing.domains._atom import AtomDomain as AtomDomain
from lapwing.domains._bit_vector import BitVectorDomain as BitVectorDomain
from lapwing.domains._map import MapDomain as MapDomain
from lapwing.domains._option import OptionDomain as OptionDomain
from lapwing.domains._vector import VectorDomain as VectorDomain
